/* aside.h: our work in a thread of the program leaves no trace in that thread. errno keeps its
 * value, and a cancellation of the thread waits until we are done.
 *
 * Many functions of libc that we call are cancellation points (POSIX.1-2017, XSH 2.9.5.2),
 * although the function that the program has called is none. Without this the thread could end
 * in the middle of our work, with our locks held and without the cleanup handlers that it has
 * pushed. */
#ifndef FENCEPOST_ASIDE_H
#define FENCEPOST_ASIDE_H

#include <errno.h>
#include <pthread.h>
#include "internal.h"

struct aside {
  int error, cancels;
};

/* How deep the thread is in our work. */
extern INTERNAL __thread int aside_inside __attribute__((tls_model("initial-exec")));

static inline struct aside aside_begin(void) {
  struct aside a = {.error = errno};
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &a.cancels);
  aside_inside++;
  return a;
}

static inline void aside_end(struct aside a) {
  aside_inside--;
  pthread_setcancelstate(a.cancels, NULL);
  errno = a.error;
}

/* For code that runs where the program loads or stores, not where it makes a call. There the
 * thread may be cancelled at any instruction, so deferring the cancellation is not enough:
 * glibc's handler (2.36) looks at the type alone if the signal was sent before. */
struct aside_access {
  struct aside call;
  int type;
};

static inline struct aside_access aside_access_begin(void) {
  struct aside_access a = {.call = aside_begin()};
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &a.type);
  return a;
}

static inline void aside_access_end(struct aside_access a) {
  pthread_setcanceltype(a.type, NULL);
  aside_end(a.call);
}

#endif
