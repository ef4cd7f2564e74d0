/* copies_entry.h: what a finding tells of the two copies of a window's memory. */
#ifndef FENCEPOST_COPIES_ENTRY_H
#define FENCEPOST_COPIES_ENTRY_H

#include "journals.h"

/* Returns `copies` of a finding in a report, made from that of a journal. */
json_t *copies_entry(const struct journals *js, const json_t *copies, const json_t *locations);

#endif
