/* identity.h: what makes two findings one, for everybody who counts, merges or compares them.
 *
 * An identity is the slug, the flavour of the window and, for each location in order, the call
 * and the place it was made from. What is known of a place depends on where the question is
 * asked. So there are four words for a place, each coarser than the one before:
 *   in a rank: its rank and the number of its stack (include/finding.h, checker, journal)
 *   between ranks: the frames of the stack (bundle.h)
 *   in a report: function, file and line (merge.h)
 *   between reports: function and base name of the file (merge.h, the fingerprint)
 *
 * As text: slug and flavour, then call and place of each location, separated by bytes that no
 * text from JSON can fake into another split. The text is the writer's until it is ended, then
 * the caller's. */
#ifndef FENCEPOST_IDENTITY_H
#define FENCEPOST_IDENTITY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct identity_text {
  char *text;
  size_t n;
  FILE *out; /* NULL: memory has run out, and the functions do nothing */
};

void identity_start(struct identity_text *t, const char *slug, const char *flavor);
void identity_call(struct identity_text *t, const char *call);
void identity_place(struct identity_text *t, const char *word);
/* Returns NULL if memory has run out. */
char *identity_end(struct identity_text *t);

/* Returns a hash of the identity without the places. The n words are slug, flavour and the
 * calls. */
void identity_kind(uint64_t kind[2], const char *const *words, size_t n);

#endif
