/* meter.h: how much run time checks may cost that can be left out.
 *
 * Each line of the program (by where it calls MPI) is checked the first times; later, checks
 * may take together a fixed time and a part of the run time. Not exact where threads meet.
 *
 * Processes that wait for each other wait for whoever is being checked: a hundredth of the time
 * of each, at different times, is many hundredths of all. So checks may be made in the same
 * moments everywhere: 1/SPENDING_SHARE of the time by the clock on the wall, never at the same
 * point of a period. */
#ifndef FENCEPOST_METER_H
#define FENCEPOST_METER_H

#include <stdatomic.h>
#include <stdint.h>

#define LINES 256

struct line {
  uintptr_t caller;
  uint32_t times; /* of the first */
  uint32_t turns; /* whose use is the caller's */
};

struct spending {
  uint64_t began, free;   /* ns */
  unsigned share;         /* 1/share of the run time, */
  int together;           /* in moments that all processes have in common */
  _Atomic uint64_t spent; /* ns */
  int exhausted;          /* as last seen, when the clock was read */
  uint32_t asked;
  struct line line[LINES];
};

uint64_t spending_now(void); /* ns */
void spending_begin(struct spending *s, uint64_t free, unsigned share);
#define SPENDING_SHARE 50
void spending_begin_together(struct spending *s, uint64_t free);
/* Where the current thread calls MPI. */
struct line *spending_line(struct spending *s);
/* Counts; whether it is one of the first times. */
int spending_first(struct line *l);
/* Whether `cost` ns more may be spent. */
int spending_affords(const struct spending *s, uint64_t cost);
/* The same, but when it was not so it reads the clock only now and then. */
int spending_allows(struct spending *s, uint64_t cost);
/* What was done since `from` is spent. */
void spending_add(struct spending *s, uint64_t from);

#endif
