/* gomp_context.h: what the functions of gcc's OpenMP runtime have to know of the thread that
 * calls them: in which team it is and which task it runs.
 *
 * Contexts form a stack for each thread: one for each parallel region and each explicit task
 * that the thread is in. They are kept whether somebody listens or not, so that one who begins
 * in the middle of a region knows where threads are. */
#ifndef FENCEPOST_GOMP_CONTEXT_H
#define FENCEPOST_GOMP_CONTEXT_H

#include <stdatomic.h>
#include "omp_task.h"
#include "thread_hooks.h"

typedef void gomp_function(void *);

/* Loops with ordered regions that threads of a team can be in at the same time, because no
 * barrier ends them, before two of them count as one. */
#define ORDERED_LOOPS 64

/* A parallel region. It lies on the stack of the thread that begins it, and is an object for
 * the hooks. */
struct gomp_region {
  void *reductions; /* libgomp looks for them at the beginning of what the function gets */
  gomp_function *function;
  void *data;
  const void *caller;
  struct omp_team team;
  struct omp_kept *_Atomic kept; /* of tasks that ended before their children */
  atomic_int has_ordered;
  char ordered[ORDERED_LOOPS];
};

struct gomp_context {
  struct gomp_context *outer;
  struct gomp_region *region; /* NULL: outside of parallel regions */
  int number;
  unsigned phase;        /* barriers of the team that the thread has left behind */
  struct omp_task *task; /* of an implicit task only when it has made another one */
  struct omp_group *group;
  unsigned groups;               /* that this task has begun */
  struct omp_kept *_Atomic kept; /* freed when all children of the task have ended */
  unsigned ordered;              /* loops with ordered regions so far */
  unsigned dimensions;           /* of the last loop with doacross dependences */
  int was_started;               /* by GOMP_parallel_start */
};

extern __thread struct gomp_context *gomp_current
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* Puts a context on the stack; the other fields are set. */
void gomp_enter(struct gomp_context *c);
/* The innermost context is over. */
void gomp_leave(void);

/* What several tasks use, and is freed when all of them are known to have ended. */
struct omp_kept {
  struct omp_kept *next;
  void (*end)(struct omp_kept *);
};
void gomp_keep(struct omp_kept *_Atomic *list, struct omp_kept *k);
void gomp_kept_end(struct omp_kept *_Atomic *list);

/* The function that ours stands in front of, as REAL_CALL has it, in the libgomp that the
 * caller was linked with. */
void *gomp_real(const char *name, void *_Atomic *found, const void *caller);
#define GOMP_REAL_BY(name, caller)                                                             \
  static void *_Atomic real_;                                                                  \
  __typeof__(name) *function = atomic_load_explicit(&real_, memory_order_relaxed);             \
  if (__builtin_expect(!function, 0))                                                          \
  function = (__typeof__(name) *)gomp_real(#name, &real_, caller)
#define GOMP_REAL(name) GOMP_REAL_BY(name, ORDER_CALLER)

int gomp_thread_number(const void *caller);

#endif
