#define _GNU_SOURCE
#include "aside.h"
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LONGEST 1.0 /* seconds that pthread_cancel waits for our work in the thread */

__thread int aside_inside __attribute__((tls_model("initial-exec")));
_Atomic int aside_cancels = 1;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Whether a cancellation would end the thread in our work. Variables of this kind are as far
 * from each thread's descriptor, which pthread_t points to. */
static int is_open(pthread_t thread) {
  const char *here = (const char *)&aside_inside;
  const void *there = here + ((intptr_t)thread - (intptr_t)pthread_self());
  return __atomic_load_n((const int *)there, __ATOMIC_ACQUIRE) >= ASIDE_OPEN;
}

/* The program cancels a thread. What that one begins from now on holds the cancellation back,
 * so only what it has begun before is waited for. The barrier makes sure that one of both is
 * seen: by us that it has begun, or by it that threads are cancelled. */
static void before_cancel(pthread_t thread) {
  int error = errno;
  double began = now();
  if (!atomic_exchange(&aside_cancels, 1))
    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
  if (!pthread_equal(thread, pthread_self()))
    while (is_open(thread) && now() - began < LONGEST)
      sched_yield();
  errno = error;
}

void aside_attach(void (*_Atomic *hook)(pthread_t thread), const _Atomic int *cancelled) {
  aside_cancels = 0;
  *hook = before_cancel;
  if (*cancelled)
    aside_cancels = 1;
}
