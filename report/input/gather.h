/* gather.h: turns the findings of a bundle into those of a report: with sources and lines,
 * which decide whether they are equal (merge.h). */
#ifndef FENCEPOST_GATHER_H
#define FENCEPOST_GATHER_H

#include "report/journal/bundle.h"
#include "journals.h"
#include "report/symbols/symbol.h"

struct merged {
  json_t *entry; /* the finding as in a report, but without the fingerprint */
  json_int_t count;
  struct rankset ranks;
  char *what; /* the text that the fingerprint is a hash of; freed with the rest */
};

struct gather;

/* All are borrowed until gather_free. Returns NULL when memory runs out. */
struct gather *gather_new(const struct journals *js, struct symbols *s, int strict);
/* Adds items in the order in which they were met first. Returns -1 when memory runs out. */
int gather_item(struct gather *g, const struct bundle_item *item);
/* Returns the findings in the order in which they were met first. The array belongs to the
 * caller, but not what it points to. NULL when memory runs out. */
struct merged **gather_end(struct gather *g, size_t *n);
void gather_free(struct gather *g);

#endif
