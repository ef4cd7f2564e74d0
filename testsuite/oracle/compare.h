/* compare.h: compares the checker's findings with the judge's verdicts, in both memory
 * models. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "text.h"

struct tally { /* over all programs compared */
  long programs, acts, pairs, conflicts, separate, clean;
};

/* Compares by lines (program.h). Returns the number of differences, and prints each on `out`
 * unless that is NULL. `t` may be NULL. */
int compare(const struct program *p, FILE *out, struct tally *t);
/* Compares the judge's verdicts with those that a case expects, in the same way. */
int compare_expected(const struct program *p, const struct expectations *x, FILE *out);

#endif
