/* seconds.h: seconds that only go forward, and short sleeps. */
#ifndef FENCEPOST_CLOCK_H
#define FENCEPOST_CLOCK_H

#include <time.h>

static inline double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline struct timespec clock_span(double seconds) {
  struct timespec t = {0, 0};
  if (seconds > 0) {
    t.tv_sec = seconds > 1e9 ? 1000000000 : (time_t)seconds;
    t.tv_nsec = (long)((seconds > 1e9 ? 0 : seconds - (double)t.tv_sec) * 1e9);
  }
  return t;
}

static inline void clock_sleep(double seconds) {
  struct timespec t = clock_span(seconds);
  nanosleep(&t, NULL);
}

#endif
