/* nocheck.h: what MPI_MODE_NOCHECK promises about other ranks. */
#ifndef FENCEPOST_NOCHECK_H
#define FENCEPOST_NOCHECK_H

#include <stdint.h>

struct access;
struct check;
struct pair;
struct post;
struct start;
struct window;

struct nocheck {
  uint64_t looks; /* comparisons of two operations; see nocheck.c */
};

void nocheck_start(struct check *c, struct window *w, const struct pair *p,
                   const struct start *start, const struct post *post);
void nocheck_operation(struct check *c, struct window *w, struct access *a); /* it is over */

#endif
