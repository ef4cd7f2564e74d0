/* aside.h: what we do in a thread of the program leaves no trace in it: errno stays, and a
 * cancellation of the thread waits.
 *
 * Many functions of libc that we call are cancellation points (POSIX.1-2017, XSH 2.9.5.2) where
 * what the program has called is none: it would end in the middle of our work, with our locks
 * held, and without the cleanup handlers that it has pushed. */
#ifndef FENCEPOST_ASIDE_H
#define FENCEPOST_ASIDE_H

#include <errno.h>
#include <pthread.h>

struct aside {
  int error, cancels;
};

static inline struct aside aside_begin(void) {
  struct aside a = {.error = errno};
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &a.cancels);
  return a;
}

static inline void aside_end(struct aside a) {
  pthread_setcancelstate(a.cancels, NULL);
  errno = a.error;
}

#endif
