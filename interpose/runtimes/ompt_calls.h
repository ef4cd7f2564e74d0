/* ompt_calls.h: what is known of the threads of LLVM's OpenMP runtime. */
#ifndef FENCEPOST_OMPT_CALLS_H
#define FENCEPOST_OMPT_CALLS_H

#include <stdatomic.h>
#include "omp_task.h"

/* Threads may come out of the last barrier of a region when it is over, or only when the next
 * begins: so each implicit task and each explicit one holds the team. */
struct ompt_team {
  struct omp_team team;
  atomic_uint references;
  const void *caller;
  int is_nested; /* in another region */
  char ordered;
};

struct ompt_task {
  struct omp_task *record;
  struct ompt_team *team;  /* NULL: outside of parallel regions */
  struct ompt_task *outer; /* of an implicit task: the one that its thread was in before */
  int number;
  unsigned departs; /* the barrier that an implicit task is in */
  int is_untied, has_begun;
  unsigned loops, dimensions; /* loops with doacross dependences, and those of the last */
};

/* The runtime has asked what it is to tell. */
extern atomic_int ompt_tells __attribute__((visibility("hidden")));

/* The implicit task that the thread is in; NULL: the runtime has not told any. */
extern __thread struct ompt_task *ompt_implicit
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

#endif
