/* entry.h: one finding of one journal as a finding of a report (report/schema.json), not merged
 * yet: without `count`, `ranks` and `fingerprint`. */
#ifndef FENCEPOST_ENTRY_H
#define FENCEPOST_ENTRY_H

#include "report/journal/bundle.h"
#include "journals.h"
#include "report/symbols/symbol.h"

/* `key`: also keeps the stacks of the locations. `strict`: every finding is an error. Returns a
 * new reference. */
json_t *entry_new(const struct journals *js, const struct rank *r, const json_t *record,
                  const struct bundle_key *key, struct symbols *s, int strict);

/* Adds file, line, function and stack (each NULL if unknown) to `to`. */
void entry_place(json_t *to, const struct frames *frames, struct symbols *s);

#endif
