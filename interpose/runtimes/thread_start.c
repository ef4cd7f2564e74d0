#define _GNU_SOURCE
#include "thread_start.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "ompt_calls.h"
#include "thread_hooks.h"

struct thread_start {
  union thread_function function;
  int is_c11;
  void *argument;
  void *made;
};

static int is_silent(const void *creator) {
  static const char *const runtimes[] = {"libomp", "libiomp"};
  Dl_info info;
  if (atomic_load(&ompt_tells) || !dladdr(creator, &info))
    return 0;
  const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
    if (!strncmp(name, runtimes[i], strlen(runtimes[i])))
      return 1;
  return 0;
}

static void note_early(const void *creator) {
  unsigned n = order_early.count++;
  if (n < ORDER_EARLY)
    order_early.creator[n] = creator;
}

struct thread_start *thread_start_new(union thread_function function, int is_c11,
                                      void *argument, const void *creator) {
  struct thread_start *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  *s = (struct thread_start){function, is_c11, argument, NULL};
  if (!order_silent && is_silent(creator))
    order_silent = 1;
  const struct order_hooks *hooks = order_makers;
  if (!hooks)
    note_early(creator);
  else
    s->made = hooks->make(is_c11 ? MAKER_C11 : MAKER_POSIX, creator);
  return s;
}

void thread_start_drop(struct thread_start *s) {
  if (s->made)
    order_makers->unmake(s->made);
  free(s);
}

static struct thread_start begin(void *start) {
  struct thread_start s = *(struct thread_start *)start;
  free(start);
  if (s.made)
    order_makers->begin(s.made);
  return s;
}

static __thread int end_spreads;

void thread_end_spreads(void) {
  end_spreads = 1;
}

/* However the thread ends: it returns, calls pthread_exit or is cancelled. */
static void end(void *unused) {
  (void)unused;
  if (end_spreads)
    ORDER(spread, NULL);
  ORDER(release, (const void *)pthread_self(), ORDER_JOIN, NULL);
  const struct order_hooks *hooks = order_makers;
  if (hooks)
    hooks->end();
}

void *thread_start_run(void *start) {
  struct thread_start s = begin(start);
  void *result;
  pthread_cleanup_push(end, NULL);
  result = s.function.posix(s.argument);
  pthread_cleanup_pop(1);
  return result;
}

int thread_start_run_c11(void *start) {
  struct thread_start s = begin(start);
  int result;
  pthread_cleanup_push(end, NULL);
  result = s.function.c11(s.argument);
  pthread_cleanup_pop(1);
  return result;
}
