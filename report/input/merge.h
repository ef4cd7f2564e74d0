/* merge.h: equal findings of many ranks and iterations become one.
 *
 * Two findings are equal if their identities are (identity.h); a place is function, file and
 * line (without a line: module and offset). The merged one has the sum of
 * the counts, the union of the ranks, and message and locations of the first in the order of
 * journals.h: the result does not depend on which rank wrote first. Memory: what is different,
 * and a few bytes for each stack of each rank; the findings of one rank at a time.
 *
 * A separate-race between two lines that have an rma-local-race is left out.
 *
 * The fingerprint is a hash of what stays when a program is edited elsewhere or run otherwise:
 * of the identity in which a place is function and base name of the file, and of the ordinal,
 * by line, among findings equal in it. */
#ifndef FENCEPOST_MERGE_H
#define FENCEPOST_MERGE_H

#include "journals.h"
#include "reduce.h"
#include "report/symbols/symbol.h"

/* Returns a new array of findings as in report/schema.json, ordered by severity, slug, file,
 * line; NULL when memory runs out. How they are merged makes no difference to the result. */
json_t *merge_findings(struct journals *js, struct symbols *s, int strict, enum reduce_how how);

/* Returns what makes two findings equal, newly allocated; NULL when memory runs out. */
char *merge_key(const json_t *entry);

/* `into` gets the members of `from`, too. Both arrays of numbers are sorted. */
void merge_ranks(json_t *into, const json_t *from);

#endif
