/* rank_findings.h: the findings of one rank's journal. */
#ifndef FENCEPOST_RANK_FINDINGS_H
#define FENCEPOST_RANK_FINDINGS_H

#include "report/journal/bundle.h"
#include "journals.h"

/* Adds what js->rank[rank] found to the bundle: with `file` what its journal has, and in any
 * case the findings that the journals hold in memory. *damaged: how many whole lines that begin
 * as findings cannot be read. -1 when memory runs out. */
int found_add(struct bundle *b, const struct journals *js, size_t rank, int file, int *damaged);

/* Returns whether it may be the slug of a finding. */
int found_is_slug(const char *text);

#endif
