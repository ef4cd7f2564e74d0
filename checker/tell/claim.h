/* claim.h: building and giving out findings */
#ifndef FENCEPOST_CLAIM_H
#define FENCEPOST_CLAIM_H

#include "checker/core/state.h"

struct finding claim(enum slug slug, const struct window *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void claim_site(struct finding *f, const struct window *w, const struct site *s,
                const char *role);
void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo,
                  int64_t hi);
void claim_out(struct check *c, const struct finding *f);

#endif
