/* suppress.h: findings that a file of suppressions, or an older report, says not to fail on.
 * They stay in the report and are counted apart.
 *
 * The file has sections; lines beginning with '#' are comments:
 *
 *     [rma-race]                  slug; patterns as those of the shell everywhere (fnmatch)
 *     function = exchange         a frame of the stack of one of the locations; lines of the
 * same file = halo.c               or of other kinds must all be met. file and module: the
 * path, or module = libsolver.so*      the part behind the last '/' window = create flavour or
 * name of the window fingerprint = 0123456789abcdef reason = ticket 42          shown with the
 * finding expires = 2027-01-31        the last day on which it holds; must be a date
 *
 * A report gets `suppressions` (each with how many it matched, and whether it is used, unused
 * or expired), its findings `suppressed` or `baseline`, its summary `suppressed` and `known`.
 */
#ifndef FENCEPOST_SUPPRESS_H
#define FENCEPOST_SUPPRESS_H

#include <jansson.h>
#include <stdio.h>

struct suppressions;

/* An empty name gives none. NULL after one line on stderr. */
struct suppressions *suppressions_read(const char *path);
void suppressions_free(struct suppressions *s);

/* Marks the findings of `report` (may be NULL: marks nothing); `today` as "2027-01-31". */
void suppressions_apply(struct suppressions *s, json_t *report, const char *today);

/* Marks each finding as "new" or, if its fingerprint is in the findings of `old`, "known". */
void baseline_apply(const json_t *old, json_t *report);

/* The section that suppresses `finding` and those like it, ready to paste. */
void suppression_print(const json_t *finding, FILE *out);

/* Counts anew what is in `summary`, and puts findings that do not count behind the others. */
void suppressed_count(json_t *report);

#endif
