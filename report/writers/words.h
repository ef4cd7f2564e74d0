/* words.h: phrases that several forms of a report share. Results are borrowed from the report
 * or, if a buffer is given, written there. */
#ifndef FENCEPOST_VIEW_H
#define FENCEPOST_VIEW_H

#include <jansson.h>
#include <stdio.h>

/* Returns the source file of a location, relative to the working directory if it is below; NULL
 * if it is not known. */
const char *view_file(const json_t *location);
/* Any path so. */
const char *view_path(const char *path);
/* Returns the module of a location whose file is not known; "" if the module is not known
 * either. */
const char *view_module(const json_t *location);
/* Returns the first location of a finding, NULL if it has none. */
const json_t *view_blamed(const json_t *finding);
/* "file.c:12 in exchange", "module+0x20" or "(place unknown)". Newly allocated. */
char *view_place(const json_t *location);
/* Who has called the function of the program in which that is, from the inside: "exchange
 * (file.c:12), called from main (file.c:30)". NULL where nobody is known. Newly allocated. */
char *view_callers(const json_t *location);
/* "MPI_Put(target=1)", "store". Newly allocated. */
char *view_call(const json_t *location);
/* The rank and, unless it is the first one, the thread, with what is known of its making. */
char *view_who(const json_t *location);
/* "In rank 0's fence epoch 2 and rank 1's fence epoch 3.", for forms that have no line for each
 * location; NULL if no epoch is known. Newly allocated. */
char *view_epochs(const json_t *finding);
/* Returns why a finding does not count: the reason of its suppression, or that it is in the
 * baseline; NULL if it counts. */
const char *view_excused(const json_t *finding);
/* Returns whether it counts and its severity is one of those of --fail-on (a word of it). */
int view_fails(const json_t *finding, const char *fail_on);
/* Returns whether the run was checked to its end. */
int view_complete(const json_t *report);
/* "complete: every rank ...". Newly allocated. */
char *view_status(const json_t *report);
/* "1 error, 0 warnings, 2 notes" and what is suppressed. Newly allocated. */
char *view_counts(const json_t *report);
/* "ranks 0-3". Newly allocated. */
char *view_ranks(const json_t *finding);

/* Like asprintf, but returns the text; NULL when memory runs out. */
__attribute__((format(printf, 1, 2))) char *view_print(const char *format, ...);

#endif
