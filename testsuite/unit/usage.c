/* usage.c: what is told of a thread's use of the processor: time, and breaks of both kinds. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "interpose/base/usage.c"
#include "tap.h"

#define IS(good, what) tap_ok(good, what, __FILE__, __LINE__)

enum { TIMES = 200 };

static _Atomic int stop;

static void *runs(void *unused) {
  while (!stop)
    ;
  return unused;
}

static struct usage now(void) {
  return usage_of((int)syscall(SYS_gettid));
}

static void sleeps(void) {
  const struct timespec moment = {0, 1000000};
  struct usage before = now();
  for (int i = 0; i < TIMES; i++)
    nanosleep(&moment, NULL);
  struct usage after = now();
  /* on a busy machine a sleep may be over before the thread has gone to sleep */
  IS(after.breaks - before.breaks >= TIMES / 2, "a sleep is a break");
  IS(before.ns && after.ns > before.ns, "time is counted");
  IS(after.ready, "a thread that runs is ready");
}

/* Only one processor, so that another thread runs whenever this one does not. */
static void yields(void) {
  cpu_set_t one;
  pthread_t other;
  CPU_ZERO(&one);
  CPU_SET((size_t)sched_getcpu(), &one);
  OK(!sched_setaffinity(0, sizeof one, &one) && !pthread_create(&other, NULL, runs, NULL));
  struct usage before = now();
  for (int i = 0; i < TIMES; i++)
    sched_yield();
  struct usage after = now();
  stop = 1;
  pthread_join(other, NULL);
  IS(after.breaks - before.breaks >= TIMES / 4, "so is letting another thread run");
}

int main(void) {
  sleeps();
  yields();
  return tap_done();
}
