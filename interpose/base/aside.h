/* aside.h: our work in a thread of the program leaves no trace in that thread. errno keeps its
 * value, and a cancellation of the thread waits until we are done.
 *
 * Many functions of libc that we call are cancellation points (POSIX.1-2017, XSH 2.9.5.2),
 * although the function that the program has called is none. Without this the thread could end
 * in the middle of our work, with our locks held and without the cleanup handlers that it has
 * pushed.
 *
 * To let a cancellation wait costs each call some ten nanoseconds, and few programs cancel
 * threads. So it is done from the first pthread_cancel on, which waits for what the thread has
 * begun before. */
#ifndef FENCEPOST_ASIDE_H
#define FENCEPOST_ASIDE_H

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include "internal.h"

struct aside {
  int error, cancels; /* cancels: what pthread_setcancelstate has replaced; NOT_HELD: nothing */
};
#define NOT_HELD (-1)

/* How deep the thread is in our work; ASIDE_OPEN more for each part of it in which a
 * cancellation would end it. One number, so that both are counted by one instruction. */
extern INTERNAL __thread int aside_inside __attribute__((tls_model("initial-exec")));
#define ASIDE_OPEN 0x10000

/* Whether a thread may be cancelled. */
extern INTERNAL _Atomic int aside_cancels;

/* The program is heard of when it cancels a thread: through *hook, or it already has. */
void aside_attach(void (*_Atomic *hook)(pthread_t thread), const _Atomic int *cancelled);

static inline int aside_depth(void) {
  return aside_inside % ASIDE_OPEN;
}

static inline struct aside aside_begin(void) {
  struct aside a = {.error = errno, .cancels = NOT_HELD};
  aside_inside += 1 + ASIDE_OPEN;
  atomic_signal_fence(memory_order_seq_cst);
  if (__builtin_expect(atomic_load_explicit(&aside_cancels, memory_order_relaxed), 0)) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &a.cancels);
    aside_inside -= ASIDE_OPEN;
  }
  return a;
}

static inline void aside_end(struct aside a) {
  atomic_signal_fence(memory_order_seq_cst);
  if (__builtin_expect(a.cancels == NOT_HELD, 1)) {
    aside_inside -= 1 + ASIDE_OPEN;
  } else {
    aside_inside--;
    pthread_setcancelstate(a.cancels, NULL);
  }
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
  if (a.call.cancels != NOT_HELD)
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &a.type);
  return a;
}

static inline void aside_access_end(struct aside_access a) {
  if (a.call.cancels != NOT_HELD)
    pthread_setcanceltype(a.type, NULL);
  aside_end(a.call);
}

#endif
