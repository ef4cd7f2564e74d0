/* schedule_join.h: one report of several runs of a program under different schedules.
 *
 * It is that of the first run that was not complete, or of the first run, with the findings of
 * all: a finding that some runs do not have gets a member `schedules` that says which have it.
 * The member `schedules` of the report has a row for each run (report/schema.json). */
#ifndef FENCEPOST_SCHEDULE_JOIN_H
#define FENCEPOST_SCHEDULE_JOIN_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum schedule_output { OUTPUT_SAME, OUTPUT_OTHER, OUTPUT_CUT };

struct schedule_run {
  uint64_t seed; /* 0: as it is */
  int code;      /* exit status of the program */
  json_t *report;
  enum schedule_output output; /* cut: the run was not complete, so nothing was compared */
  const char *file;            /* what it has printed; NULL: it is not kept */
};

/* Returns a new report, whose `summary` is not yet counted anew. */
json_t *schedules_join(const struct schedule_run *run, size_t runs);

/* What the member `schedules` says, as an array of sentences. */
json_t *schedules_sentences(const json_t *report);
/* "in 2 of 5 schedules (as it is, seed 2)": malloced; NULL: in all. */
char *schedules_of_finding(const json_t *finding);

#endif
