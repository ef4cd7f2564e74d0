/* claim.h: builds findings and gives them out. The words are rows of sentences.def: claim(NAME,
 * w, ...) makes a finding with the slug of the row; the message is the format of the row with
 * these arguments. */
#ifndef FENCEPOST_CLAIM_H
#define FENCEPOST_CLAIM_H

#include "checker/core/state.h"
#include "vocabulary.h"

#define claim(name, w, ...)                                                                    \
  claim_words((enum slug)SLUG_OF_##name, w, WORDS_##name, ##__VA_ARGS__)
/* the same for another slug that has the same words */
#define claim_as(slug, name, w, ...) claim_words(slug, w, WORDS_##name, ##__VA_ARGS__)
/* Says what is missing between the two calls. */
#define claim_ordering(f, name, ...) claim_ordering_words(f, WORDS_##name, ##__VA_ARGS__)

/* Without a message: explain() writes it. */
struct finding claim_conflict(enum slug slug, const struct window *w);
struct finding claim_words(enum slug slug, const struct window *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void claim_ordering_words(struct finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void claim_site(struct finding *f, const struct window *w, const struct site *s,
                enum location_role role);
void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo,
                  int64_t hi);
void claim_out(struct check *c, const struct finding *f);

#endif
