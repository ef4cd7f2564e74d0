/* workloads.h: what simulated ranks run. Each workload has a twin (`wrong`) in which one rank
 * makes a mistake that must be found. */
#ifndef FENCEPOST_WORKLOADS_H
#define FENCEPOST_WORKLOADS_H

#include "ranks.h"

struct workload {
  const char *name, *what;
  enum slug slug;                                     /* what is found in the twin */
  void (*run)(struct ranks *r, int turns, int wrong); /* called when the window exists */
  int turns, check_turns;                             /* for measuring; for testing */
};
extern const struct workload workloads[];
extern const int workload_count;

/* One rank or two do one thing n times, or with n times the data. */
struct form {
  const char *name, *what;
  void (*run)(struct ranks *r, int64_t n); /* called when the window exists */
  int64_t least, most;                     /* smallest and largest n */
  int wrong;                               /* there have to be findings */
};
extern const struct form forms[];
extern const int form_count;

#endif
