#include "usage.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

struct usage usage_of(int tid) {
  /* The same as clock_getcpuclockid gives. */
  const clockid_t clock = (clockid_t)(~(unsigned)tid << 3 | 6);
  struct timespec used;
  struct usage u = {0, 0, 0};
  uint64_t pushed = 0;
  char name[48], line[128], state;
  if (!clock_gettime(clock, &used))
    u.ns = (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
  snprintf(name, sizeof name, "/proc/self/task/%d/status", tid);
  FILE *in = fopen(name, "r");
  while (in && fgets(line, sizeof line, in) &&
         sscanf(line, "nonvoluntary_ctxt_switches: %" SCNu64, &pushed) != 1)
    if (sscanf(line, "State: %c", &state) == 1)
      u.ready = state == 'R';
    else
      (void)sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &u.breaks);
  if (in)
    fclose(in);
  u.breaks += pushed;
  return u;
}
