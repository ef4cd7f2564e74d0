/* gather.h: the findings of a bundle as those of a report: with sources and lines, by which
 * they are equal or not (merge.h). */
#ifndef FENCEPOST_GATHER_H
#define FENCEPOST_GATHER_H

#include "report/journal/bundle.h"
#include "journals.h"
#include "report/symbols/symbol.h"

struct merged {
  json_t *entry; /* of a report, but for the fingerprint */
  json_int_t count;
  struct rankset ranks;
  char *what; /* of the fingerprint; freed with the rest */
};

struct gather;

/* All are borrowed until gather_free. NULL when memory runs out. */
struct gather *gather_new(const struct journals *js, struct symbols *s, int strict);
/* In the order in which items were met first. -1 when memory runs out. */
int gather_item(struct gather *g, const struct bundle_item *item);
/* The findings, in the order in which they were first met. The array is the caller's, what it
 * points to is not. NULL when memory runs out. */
struct merged **gather_end(struct gather *g, size_t *n);
void gather_free(struct gather *g);

#endif
