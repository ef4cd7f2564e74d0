#define _GNU_SOURCE
#include "meter.h"
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "interpose/arch/gate_arena.h"
#include "interpose/base/thread.h"

#define LINES 256
#define FIRST 8
#define LOOK_EVERY 8
#define MOMENT 10000000u /* ns */

static uint64_t began;
static long processors = 1, processes = 1;
static int coarse; /* the coarse clock can be read without a system call */

static struct account {
  uint64_t free; /* ns */
  unsigned always, together;
  enum access_kind kind;
  const char *left_out_text;
  _Atomic uint64_t spent, left_out;
  int exhausted; /* the answer when the clock was last read */
  uint32_t asked;
  struct meter_line line[LINES];
} accounts[METERS] = {
#define COST(tracer, account, free, always, together, kind, what, left_out)                    \
  {(uint64_t)(free)*METER_MS, always, together, SEEN_##kind, left_out, 0, 0, 0, 0, {{0, 0, 0}}},
#include "include/tracers.def"
};

static uint64_t nanoseconds(const struct timespec *t) {
  return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

/* Reads the wall clock, because processes on several hosts have no other clock in common. */
uint64_t meter_now(void) {
  struct timespec t;
  return gate_call(SYS_clock_gettime, (long)CLOCK_REALTIME, &t) ? 0 : nanoseconds(&t);
}

/* Reads the same clock to a few milliseconds, because a system call for each look would cost
 * more than what it decides about. The kernel's code in the process (vDSO) reads the coarse
 * clock from memory, whatever the clock source is. */
uint64_t meter_about_now(void) {
  struct timespec t;
  return coarse && !clock_gettime(CLOCK_REALTIME_COARSE, &t) ? nanoseconds(&t) : meter_now();
}

/* Returns whether this is the one moment, of `together` in a period, in which the processes may
 * spend. The golden ratio moves it to another place in each period. */
static int is_moment(uint64_t now, unsigned together) {
  uint64_t period = (uint64_t)MOMENT * together;
  uint32_t turn = (uint32_t)(now / period) * 2654435769u;
  uint64_t from = (uint64_t)turn * (period - MOMENT) >> 32;
  return now % period - from < MOMENT;
}

void meter_begin(int processes_) {
  began = meter_now();
  processes = processes_;
  processors = sysconf(_SC_NPROCESSORS_ONLN);
  coarse = getauxval(AT_SYSINFO_EHDR) != 0;
}

struct meter_line *meter_line(enum meter m) {
  uintptr_t caller = thread_current ? thread_current->registers[REG_CALLER] : 0;
  struct meter_line *l = &accounts[m].line[(caller * 0x9e3779b97f4a7c15u >> 40) % LINES];
  if (l->caller != caller)
    *l = (struct meter_line){caller, 0, 0};
  return l;
}

int meter_is_first(const struct meter_line *l) {
  return l->times < FIRST;
}

int meter_first(struct meter_line *l) {
  return l->times < FIRST && ++l->times;
}

/* Returns how long the process can have run. Where there are more processes than processors,
 * the others wait for a processor while one of them is busy tracing, so each has a share. */
static uint64_t run_until(uint64_t now) {
  uint64_t run = now > began ? now - began : 0;
  return processors > 0 && processors < processes
             ? run / (uint64_t)processes * (uint64_t)processors
             : run;
}

static int is_part(uint64_t cost, uint64_t run, unsigned part) {
  return part && cost < run / part;
}

/* If the clock is set back, the account affords nothing more; no other harm is done. */
int meter_affords(enum meter m, uint64_t cost) {
  const struct account *a = &accounts[m];
  uint64_t all = a->spent + cost;
  if (all < a->free)
    return 1;
  uint64_t now = meter_about_now(), run = run_until(now), more = all - a->free;
  run = run > a->spent ? run - a->spent : 0; /* what the program takes without it */
  return is_part(more, run, a->always) ||
         (is_part(more, run, a->together) && is_moment(now, a->together));
}

int meter_allows(enum meter m, uint64_t cost) {
  struct account *a = &accounts[m];
  if (a->exhausted && ++a->asked % LOOK_EVERY)
    return 0;
  int allowed = meter_affords(m, cost);
  a->exhausted = !allowed && cost < a->free / 8;
  return allowed;
}

void meter_spend(enum meter m, uint64_t cost) {
  accounts[m].spent += cost;
}

void meter_leave_out(enum meter m) {
  accounts[m].left_out++;
}

uint64_t meter_left_out(enum meter m) {
  return accounts[m].left_out;
}

void meter_tell(meter_told *tell) {
  for (int m = 0; m < METERS; m++)
    if (*accounts[m].left_out_text)
      tell(accounts[m].left_out_text, accounts[m].left_out, accounts[m].kind, UNSEEN_COST);
}
