/* thread.h: the threads of the process that call MPI, and the call each is in.
 *
 * A `struct thread` belongs to its thread; other threads (the watchdog) read `seq`, `call`,
 * `args` and `registers` of a thread that sits in a call. `seq` is odd inside an outermost MPI
 * call, even outside, and changes at every call. Entering and leaving costs about 10 ns. */
#ifndef FENCEPOST_THREAD_H
#define FENCEPOST_THREAD_H

#include <stdatomic.h>
#include <stdint.h>
#include "../include/call.h"
#include "../include/event.h"

/* REG_CALLER: where the wrapper returns to. */
enum { REG_IP, REG_SP, REG_BP, REG_BX, REG_12, REG_13, REG_14, REG_15, REG_CALLER, REGISTERS };

struct thread {
  struct thread *next;
  int number; /* 0 = the first thread that called MPI */
  int depth;  /* calls under way; nested ones are not ours to see */
  _Atomic uint64_t seq;
  unsigned call; /* the current call, or the last one */
  const void *args;
  uint64_t registers[REGISTERS]; /* of the wrapper of the current call */
  struct paths *paths;           /* path.h */
  uint64_t counts[CALLS];
  struct event event; /* of the current call, from enter to leave */
  /* the watchdog's own notes */
  uint64_t watched_seq, noted_seq;
  double watched_since;
};

/* One outermost MPI call. */
struct frame {
  unsigned call;
  void *args; /* struct args_NAME, which hooks may change before the call */
  int rc;     /* on leave, of calls that return int */
  struct thread *thread;
};

extern __thread struct thread *thread_current __attribute__((tls_model("initial-exec")));
struct thread *thread_new(void); /* NULL when memory runs out */
struct thread *thread_first(void);
void thread_sum(uint64_t counts[CALLS]);
/* In the child of a fork the other threads are gone. */
void thread_forked(void);

static inline struct thread *thread_self(void) {
  return thread_current ? thread_current : thread_new();
}

/* Whether this call comes from inside another one. One that an error handler left by longjmp or
 * an exception never ended: its frame lies below (on this stack: at lower addresses than) ours.
 */
static inline __attribute__((always_inline)) int thread_nested(struct thread *t) {
  if (!t->depth)
    return 0;
  if ((uintptr_t)__builtin_frame_address(0) < t->registers[REG_SP])
    return 1;
  t->depth = 0;
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
  return 0;
}

#define THREAD_ENTER(t, f)                                                                     \
  do {                                                                                         \
    (t)->depth = 1;                                                                            \
    (t)->call = (f)->call;                                                                     \
    (t)->args = (f)->args;                                                                     \
    (t)->counts[(f)->call]++;                                                                  \
    uint64_t *r_ = (t)->registers;                                                             \
    __asm__ volatile("leaq 0f(%%rip), %%rax\n0:\n movq %%rax, (%0)\n movq %%rsp, 8(%0)\n"      \
                     " movq %%rbp, 16(%0)\n movq %%rbx, 24(%0)\n movq %%r12, 32(%0)\n"         \
                     " movq %%r13, 40(%0)\n movq %%r14, 48(%0)\n movq %%r15, 56(%0)\n"         \
                     :                                                                         \
                     : "r"(r_)                                                                 \
                     : "rax", "memory");                                                       \
    r_[REG_CALLER] = (uintptr_t)__builtin_return_address(0);                                   \
    atomic_store_explicit(&(t)->seq, (t)->seq + 1, memory_order_release);                      \
  } while (0)

static inline void thread_leave(struct thread *t) {
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
  t->depth = 0;
}

#endif
