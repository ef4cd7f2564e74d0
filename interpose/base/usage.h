/* usage.h: what a thread of this process has used of the processor. Asking takes some system
 * calls. */
#ifndef FENCEPOST_USAGE_H
#define FENCEPOST_USAGE_H

#include <stdint.h>

struct usage {
  uint64_t ns;     /* of processor time; 0: not known */
  uint64_t breaks; /* how often it slept, or another thread got the processor instead of it */
  int ready;       /* it runs, or waits only until it may run */
};

struct usage usage_of(int tid);

#endif
