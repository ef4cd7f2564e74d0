#include "thread.h"
#include <pthread.h>
#include <stdlib.h>

__thread struct thread *thread_current __attribute__((tls_model("initial-exec")));

/* Never freed: a thread that ended leaves its counts, and the watchdog walks without a lock. */
static struct thread *_Atomic first;
static atomic_int threads;

struct thread *thread_new(void) {
  struct thread *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->number = atomic_fetch_add(&threads, 1);
  t->next = first;
  while (!atomic_compare_exchange_weak(&first, &t->next, t))
    ;
  return thread_current = t;
}

struct thread *thread_first(void) {
  return first;
}

void thread_sum(uint64_t counts[CALLS]) {
  for (unsigned i = 0; i < CALLS; i++)
    counts[i] = 0;
  for (struct thread *t = first; t; t = t->next)
    for (unsigned i = 0; i < CALLS; i++)
      counts[i] += t->counts[i];
}

void thread_forked(void) {
  first = thread_current;
  if (thread_current)
    thread_current->next = NULL;
}
