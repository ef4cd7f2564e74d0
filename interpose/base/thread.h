/* thread.h: the threads of the process that call MPI, and the calls each is in.
 *
 * A call that the program makes inside another one, in a callback (error handler, attribute
 * function, generalized request, reduction), is followed like any other; one that the MPI
 * library makes of itself is not ours to see. The caller's address tells which: it lies in the
 * library or in one of its plug-ins (thread_inside).
 *
 * A `struct thread` belongs to its thread; other threads (the watchdog) read `seq`, `call`,
 * `args` and `registers` of a thread that sits in a call. `seq` is odd inside an MPI call,
 * even outside, and changes at every call. Entering and leaving costs about 10 ns. */
#ifndef FENCEPOST_THREAD_H
#define FENCEPOST_THREAD_H

#include <stdatomic.h>
#include <stdint.h>
#include "include/call.h"
#include "include/event.h"
#include "interpose/arch/registers.h"

/* A call whose callback makes another. */
struct outer {
  unsigned call;
  const void *args;
  uint64_t registers[REGISTERS];
  int saved; /* the event was */
  struct event event;
};

struct thread {
  struct thread *next;
  int number;          /* 0 = the first thread that called MPI */
  int depth;           /* calls under way */
  struct outer *outer; /* all but the innermost */
  int room;
  _Atomic uint64_t seq;
  unsigned call; /* the current call, or the last one */
  const void *args;
  uint64_t registers[REGISTERS]; /* of the wrapper of the current call */
  struct paths *paths;           /* path.h */
  struct types *types;           /* type.c */
  struct scratch *scratch;       /* scratch.h */
  int scratch_used;
  struct operation *spare;    /* buffer.c */
  struct callback *callbacks; /* grequest.h: those that are running, */
  int callback_count;
  int callback_depth; /* of calls that the innermost makes */
  int unfinished;     /* calls under way are to be looked at when they return: */
  void *stuck;        /* greq_stuck.c: one that waits for a generalized request, */
  int lost_count;     /* one in which callbacks have returned errors */
  struct {
    uint64_t handle;
    int which, code, depth;
  } lost[8];
  struct request_entry **held; /* completion.c: the requests of the call, for the watchdog */
  int held_count;
  _Atomic uint64_t poll_seq, poll_began; /* poll.h: the last test that found nothing, by seq; */
  uint64_t poll_what;                    /* of what; the first of those without a break */
  uint64_t poll_caller, poll_comm;
  int poll_source, poll_tag; /* of a probe */
  unsigned poll_call;
  uint32_t poll_stack;
  int tid;
  uint64_t stack_seq, followed; /* the call, by seq, of which `stack` is the stack; whose
                                   request is followed already */
  uint32_t stack;
  uint64_t counts[CALLS];
  struct event event; /* of the current call, from enter to leave */
  /* the watchdog's own notes */
  uint64_t watched_seq, noted_seq;
  double watched_since;
  struct usage {
    uint64_t ns, naps; /* of the processor; how often it gave that up */
  } watched_usage;
  double polling_since; /* it has done nothing but such tests; 0: it has */
};

/* One MPI call. */
struct frame {
  unsigned call;
  void *args; /* struct args_NAME, which hooks may change before the call */
  int rc;     /* on leave, of calls that return int */
  struct thread *thread;
  int depth; /* 0 = not made in a callback of another */
  /* for the hooks of the call */
  struct {
    int32_t rank; /* in the world, of whom it was sent to */
    int numbered, counted, synchronous;
    int waits,
        kept; /* unbuffered.h: it would wait for its receive; its handle is the shared one */
    uint64_t key, number;
    int64_t need; /* bsend_buffer.h */
  } sent;
  uint64_t receive; /* the EVENT_RECEIVE of what the call posts; 0: none */
  uint64_t posted;  /* unbuffered.h: of what the call receives */
  void *fatal; /* rma_calls.c: the window whose errors are to be fatal again after the call; if
                  that fails it is made again then */
  void *buffers;                        /* buffer.c: what the call is to do on leave */
  void *greq;                           /* grequest.c: the request that the call makes */
  void *freed;                          /* object.c: what the call frees */
  _Alignas(8) unsigned char status[32]; /* an MPI_Status */
};

extern __thread struct thread *thread_current __attribute__((tls_model("initial-exec")));
/* NULL when memory runs out. In the handler of a fault: */
struct thread *thread_new(void);
/* Where the program calls: */
struct thread *thread_calls(void);
/* What such a thread does first; told once, when the library is loaded. */
void thread_prepares(void (*with)(void));
struct thread *thread_first(void);
void thread_sum(uint64_t counts[CALLS]);
/* In the child of a fork the other threads are gone. */
void thread_forked(void);

static inline struct thread *thread_self(void) {
  return thread_current ? thread_current : thread_calls();
}

/* Whether a call made while others are under way, from `caller`, is not to be followed. Makes
 * room for it if it is; `hooked`: it has hooks, which may use the thread's event. A call that
 * an error handler left by longjmp or an exception never ended: its frame lies below (on this
 * stack: at lower addresses than) ours. */
int thread_inside(struct thread *t, const void *frame, const void *caller, int hooked);
/* Whether the code is the MPI library's, or of what it rests on. */
int thread_in_library(const void *pc);
void thread_return(struct thread *t); /* to the call around the one that has ended */

#define THREAD_ENTER(t, f)                                                                     \
  do {                                                                                         \
    (f)->depth = (t)->depth++;                                                                 \
    (t)->call = (f)->call;                                                                     \
    (t)->args = (f)->args;                                                                     \
    (t)->counts[(f)->call]++;                                                                  \
    uint64_t *r_ = (t)->registers;                                                             \
    REGISTERS_TAKE(r_);                                                                        \
    r_[REG_CALLER] = (uintptr_t)__builtin_return_address(0);                                   \
    atomic_store_explicit(&(t)->seq, (t)->seq + 1, memory_order_release);                      \
  } while (0)

static inline void thread_leave(struct thread *t) {
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
  if (--t->depth)
    thread_return(t);
}

#endif
