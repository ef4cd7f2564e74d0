/* meter.h: what tracing may cost, of what can be left out.
 *
 * tracers.def has the accounts. What an act costs is charged by its price, not by the clock: so
 * what is seen depends on what the program does, and little on how busy the machine is. Each
 * line of the program (by where it calls MPI) is served the first times; later an account may
 * be charged a fixed time and a part of the run time. Not exact where threads meet.
 *
 * Processes that wait for each other wait for whoever is being checked: a hundredth of the time
 * of each, at different times, is many hundredths of all. So some may be charged only in
 * moments that all have in common: one of `together` by the clock on the wall, which is the
 * only clock here, never at the same point of a period. */
#ifndef FENCEPOST_METER_H
#define FENCEPOST_METER_H

#include <stdint.h>

enum meter {
#define COST(tracer, account, ...) METER_##account,
#include "include/tracers.def"
  METERS
};

#define METER_MS 1000000u /* prices and costs are in ns */

struct meter_line {
  uintptr_t caller;
  uint32_t times; /* of the first */
  uint32_t turns; /* whose use is the caller's */
};

/* The run begins. */
void meter_begin(void);
/* ns. Like all of this it may be called in handlers of signals, where system calls are gated,
 * too. */
uint64_t meter_now(void);
/* Where the current thread calls MPI. */
struct meter_line *meter_line(enum meter m);
/* Counts; whether it is one of the first times. */
int meter_first(struct meter_line *l);
/* Whether `cost` more may be spent. */
int meter_affords(enum meter m, uint64_t cost);
/* The same, but when it was not so it reads the clock only now and then. */
int meter_allows(enum meter m, uint64_t cost);
void meter_spend(enum meter m, uint64_t cost);

/* Something is left out: for run.precision. */
void meter_leave_out(enum meter m);
uint64_t meter_left_out(enum meter m);
/* At the end: what was left out, by the words of tracers.def. */
void meter_tell(void (*tell)(const char *text, uint64_t count));

#endif
