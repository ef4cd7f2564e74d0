/* thread.h: the threads of the process that call MPI, and the calls each is in.
 *
 * A call that the program makes inside another one, in a callback (error handler, attribute
 * function, generalized request, reduction), is followed like any other; one that the MPI
 * library makes of itself is not ours to see. The caller's address tells which: it is the
 * library's own if it lies in the library or in one of its plug-ins (thread_inside).
 *
 * A `struct thread` belongs to its thread; other threads (the watchdog) read `seq`, `call`,
 * `args` and `registers` of a thread that sits in a call. `seq` is odd inside an MPI call, even
 * outside, and changes at every call. Entering and leaving costs about 10 ns. */
#ifndef FENCEPOST_THREAD_H
#define FENCEPOST_THREAD_H

#include <stdatomic.h>
#include <stdint.h>
#include "include/call.h"
#include "include/event.h"
#include "interpose/arch/registers.h"
#include "mpi_frame.h"
#include "scratch.h"
#include "internal.h"

/* A call that is under way while one of its callbacks makes another call. */
struct outer {
  unsigned call;
  const void *args;
  uint64_t registers[REGISTERS];
  int saved; /* the event was */
  struct event event;
};

struct completing;
struct group_call;
struct greq_thread;
struct known_op;
struct operation;
struct disjoint_calls;
struct paths;
struct poll;
struct pythons;
struct types;
struct watch_notes;

struct thread {
  struct thread *next;
  int number;          /* 0 = the first thread that called MPI */
  int depth;           /* calls under way */
  struct outer *outer; /* the calls under way except for the innermost */
  int room;
  int tid;
  _Atomic uint64_t seq;
  unsigned call; /* the current call, or the last one */
  const void *args;
  uint64_t registers[REGISTERS]; /* of the wrapper of the current call */
  /* Which call, by its seq, `stack` is the stack of; and the call whose request is followed
   * already. */
  uint64_t stack_seq, followed;
  uint64_t wrong; /* the last call with a finding about its arguments, by its seq */
  uint32_t stack;
  struct {
    int count; /* number of callbacks of generalized requests that are running */
    int depth; /* depth of the calls that the innermost of these callbacks makes */
  } callbacks;
  int nested; /* the call that begins may be made in the function of an operation */
  /* What modules keep for the thread. A pointer is NULL until the module needs its part. The
   * watchdog reads some parts: these are atomic, and are never freed. */
  struct scratch scratch;
  struct paths *paths;                   /* path.c */
  struct pythons *pythons;               /* python_known.c */
  const void *python;                    /* stack.c: its PyThreadState when it was last asked */
  struct types *types;                   /* type.c */
  struct known_op *known_op;             /* known_op.c */
  struct disjoint_calls *disjoint;       /* argument_alias.c */
  struct operation *spare;               /* buffer.c: operations that it has dropped */
  struct greq_thread *greq;              /* grequest.h */
  struct completing *_Atomic completing; /* completion.h */
  struct poll *_Atomic poll;             /* poll.h */
  struct group_call *gathering;          /* gathering.h */
  struct watch_notes *watched;           /* watchdog.c */
  /* The last call that read the memory of a window by an atomic operation or made its copies
   * one, and how often the thread has changed such memory by an atomic operation. */
  struct {
    uint64_t win, updates;
    unsigned call;
    uint32_t stack;
  } read;
  uint64_t counts[CALLS];
  uint64_t heard;     /* how many of these may have told of other processes (THREAD_HEARS) */
  struct event event; /* of the current call, from enter to leave */
};

extern INTERNAL __thread struct thread *thread_current
    __attribute__((tls_model("initial-exec")));
/* Returns the struct of the calling thread, NULL when memory runs out. May be called in the
 * handler of a fault: */
struct thread *thread_new(void);
/* Returns the calling thread at a call of the program: */
struct thread *thread_calls(void);
/* Does what a thread does at its first call. Set once, when the library is loaded. */
void thread_prepares(void (*with)(void));
/* Called in each thread that gets a struct, as soon as it has one. Set once. */
void thread_numbers(void (*with)(struct thread *t));
/* All threads so far, the newest first. */
extern struct thread *_Atomic thread_list;
static inline struct thread *thread_first(void) {
  return atomic_load_explicit(&thread_list, memory_order_acquire);
}
/* The program has made an operation (MPI_Op_create). The library runs its function in any call:
 * what that accesses is the operation's, like what the library's own operations access. */
extern INTERNAL _Atomic int thread_operations;
static inline int thread_in_operation(const struct thread *t) {
  return thread_operations && t && t->depth && !t->callbacks.count;
}
extern INTERNAL _Atomic int thread_several; /* there are, or were, more than one */
void thread_sum(uint64_t counts[CALLS]);
/* For the child of a fork, in which the other threads do not exist. */
void thread_forked(void);

static inline struct thread *thread_self(void) {
  return thread_current ? thread_current : thread_calls();
}

/* Returns whether a call from `caller`, made while others are under way, is not to be followed.
 * If it is to be followed, makes room for it; `hooked`: it has hooks, which may use the
 * thread's event. Calls that an error handler left by longjmp or by an exception never ended.
 * They are recognised by their frames, which lie at lower addresses of this stack than ours. */
int thread_inside(struct thread *t, const void *frame, const void *caller, int hooked);
/* Whether the call that the thread is about to make is one of a callback of a generalized
 * request. */
int thread_in_callback(const struct thread *t);
/* Returns whether the code belongs to the MPI library or to a library it is based on. */
int thread_in_library(const void *pc);
void thread_return(struct thread *t); /* to the call around the one that has ended */

/* Whether a row of calls.def may tell what other processes do: all but those that are local or
 * only read and write files. */
#define THREAD_IS(class, name) !__builtin_strcmp(class, name)
#define THREAD_IS_LOCAL(class)                                                                 \
  (THREAD_IS(class, "IO") || THREAD_IS(class, "TYPE") || THREAD_IS(class, "ATTR") ||           \
   THREAD_IS(class, "ENV") || THREAD_IS(class, "GROUP") || THREAD_IS(class, "INFO") ||         \
   THREAD_IS(class, "TOOL") || THREAD_IS(class, "F2C") || THREAD_IS(class, "OP"))
#define THREAD_HEARS(class, name)                                                              \
  (!THREAD_IS_LOCAL(class) || THREAD_IS(name, "File_open") || THREAD_IS(name, "File_close") || \
   THREAD_IS(name, "File_sync"))

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

static inline __attribute__((always_inline)) void thread_leave(struct thread *t) {
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
  if (--t->depth)
    thread_return(t);
}

#endif
