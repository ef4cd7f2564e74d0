/* meter.h: how much tracing may cost, where it can be left out.
 *
 * tracers.def has the accounts. An act is charged a fixed price, not the time it took: so what
 * is seen depends on what the program does, and little on how busy the machine is. Each line of
 * the program (known by where it calls MPI) is served the first few times. After that an
 * account may be charged a fixed time and a part of the run time without it. Not exact when
 * threads meet here.
 *
 * Processes that wait for each other all wait for the one that is busy tracing. So a hundredth
 * of the time of each, spent at different times, takes many hundredths of all. Therefore some
 * accounts may be charged only in moments that all processes have in common: one of `together`
 * by the wall clock, which is read for nothing else, and never at the same point of a
 * period. */
#ifndef FENCEPOST_METER_H
#define FENCEPOST_METER_H

#include <stdint.h>
#include "include/unseen.h"

enum meter {
#define COST(tracer, account, ...) METER_##account,
#include "include/tracers.def"
  METERS
};

#define METER_MS 1000000u /* prices and costs are in ns */

struct meter_line {
  uintptr_t caller;
  uint32_t times; /* of the first */
  uint32_t turns; /* counted and used by the caller */
};

/* The run begins, of so many processes on this host. */
void meter_begin(int processes);
/* Time in ns. Like everything here it may be called in signal handlers, also where system calls
 * are gated. */
uint64_t meter_now(void);
uint64_t meter_about_now(void); /* to a few ms, and cheaper */
/* The line where the current thread calls MPI. */
struct meter_line *meter_line(enum meter m);
/* Returns whether the next time is one of the first. And counts it. */
int meter_is_first(const struct meter_line *l);
int meter_first(struct meter_line *l);
/* Returns whether `cost` more may be spent. */
int meter_affords(enum meter m, uint64_t cost);
/* The same, but after a no it reads the clock only now and then. */
int meter_allows(enum meter m, uint64_t cost);
void meter_spend(enum meter m, uint64_t cost);

/* Counts something that is left out, for run.precision. */
void meter_leave_out(enum meter m);
uint64_t meter_left_out(enum meter m);
/* At the end: tells the journal what was left out, in the words of tracers.def. */
typedef void meter_told(const char *text, uint64_t count, enum access_kind what,
                        enum unseen_why why);
void meter_tell(meter_told *tell);

#endif
