/* suppress.h: findings that a file of suppressions, or an older report, says not to fail on.
 * They stay in the report and are counted apart.
 *
 * The file has sections; lines beginning with '#' are comments:
 *
 *     [rma-race]
 *     function = exchange
 *     file = halo.c
 *     module = libsolver.so*
 *     window = create
 *     fingerprint = 0123456789abcdef
 *     reason = ticket 42
 *     expires = 2027-01-31
 *
 * A section begins with a slug. Slugs and values are patterns as in the shell (fnmatch). Every
 * line of a section must match, also several of one kind. function, file and module are those
 * of a frame in the stack of one of the locations; file and module may be the path or the part
 * after its last '/'. window is its flavour (create) or its name. reason is shown with the
 * finding. expires, a date, is the last day on which the section holds.
 *
 * A report gets `suppressions` (each with how many it matched, and whether it is used, unused
 * or expired), its findings `suppressed` or `baseline`, its summary `suppressed` and `known`.
 */
#ifndef FENCEPOST_SUPPRESS_H
#define FENCEPOST_SUPPRESS_H

#include <jansson.h>
#include <stdio.h>

struct suppressions;

/* Reads the file. An empty name gives no suppressions. Returns NULL after one line on
 * stderr. */
struct suppressions *suppressions_read(const char *path);
void suppressions_free(struct suppressions *s);

/* Marks the findings of `report` (may be NULL: marks nothing); `today` as "2027-01-31". */
void suppressions_apply(struct suppressions *s, json_t *report, const char *today);

/* Marks each finding as "new" or, if its fingerprint is in the findings of `old`, "known". */
void baseline_apply(const json_t *old, json_t *report);

/* Returns the section that suppresses `finding` and those like it, ready to paste. */
void suppression_print(const json_t *finding, FILE *out);

/* Counts the numbers in `summary` anew, and moves findings that do not count behind the
 * others. */
void suppressed_count(json_t *report);

#endif
