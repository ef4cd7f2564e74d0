#include "thread_start.h"
#include <pthread.h>
#include <stdlib.h>
#include "thread_hooks.h"

struct thread_start {
  union thread_function function;
  int is_c11;
  void *argument;
  void *made;
};

struct thread_start *thread_start_new(union thread_function function, int is_c11,
                                      void *argument, const void *creator) {
  struct thread_start *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  *s = (struct thread_start){function, is_c11, argument, NULL};
  const struct order_hooks *hooks = order_makers;
  if (!hooks)
    order_threads++;
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

/* However the thread ends: it returns, calls pthread_exit or is cancelled. */
static void end(void *unused) {
  (void)unused;
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
