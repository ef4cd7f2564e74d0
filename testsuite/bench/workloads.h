/* workloads.h: what simulated ranks run. Each has a twin with a mistake of one rank, which must
 * be found: `wrong`. */
#ifndef FENCEPOST_WORKLOADS_H
#define FENCEPOST_WORKLOADS_H

#include "ranks.h"

struct workload {
  const char *name, *what;
  enum slug slug;                                     /* of the twin */
  void (*run)(struct ranks *r, int turns, int wrong); /* the window is made */
  int turns, check_turns;                             /* for measuring; for testing */
};
extern const struct workload workloads[];
extern const int workload_count;

/* One rank or two do much of one thing; `n` times, or with n times the data. */
struct form {
  const char *name, *what;
  void (*run)(struct ranks *r, int64_t n); /* the window is made */
  int64_t least, most;                     /* n */
  int wrong;                               /* there are findings */
};
extern const struct form forms[];
extern const int form_count;

#endif
