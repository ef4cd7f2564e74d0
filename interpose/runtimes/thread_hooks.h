/* thread_hooks.h: how libfencepost.so tells the half of Fencepost that was built for the MPI
 * library what orders the threads of the program.
 *
 * The functions that order threads (POSIX, C11, OpenMP's runtimes) are exported by
 * libfencepost.so, unversioned. Each does what it always did, and reduces what it means to a
 * few words: what a thread has done before it *releases* an object happens before what another
 * one does after it *acquires* this object. An object is an address and a kind (enum
 * order_kind), because one address may stand for several things. As long as no half has set the
 * pointers (order_hooks), a call costs a load more.
 *
 * The hooks may be called at any point of the program, in signal handlers too; they keep errno,
 * allocate nothing but by mmap and take no lock of the program. */
#ifndef FENCEPOST_THREAD_HOOKS_H
#define FENCEPOST_THREAD_HOOKS_H

#include <stdatomic.h>
#include <stddef.h>

enum order_kind {
  ORDER_JOIN,  /* its end, named by its pthread_t */
  ORDER_MUTEX, /* mutexes and spin locks, also those of C11 and OpenMP */
  ORDER_READ,  /* what readers of a reader-writer lock hand on to writers, */
  ORDER_WRITE, /* what writers hand on to all */
  ORDER_CONDITION,
  ORDER_SEMAPHORE,
  ORDER_ONCE,
  ORDER_BARRIER, /* used by order_arrive and order_depart */
  ORDER_REGION,  /* the beginning of a parallel region, named by something of its own */
  ORDER_TEAM,    /* its end, and the ends of its tasks */
  ORDER_CRITICAL,
  ORDER_ORDERED,
  ORDER_TASK,            /* from the making of a task to its beginning */
  ORDER_CHILDREN,        /* from the ends of tasks to the taskwait of the one that made them */
  ORDER_GROUP,           /* and to the end of their taskgroup */
  ORDER_DEPENDENCE,      /* of tasks, named by the address: what its writers hand on */
  ORDER_DEPENDENCE_READ, /* and what its readers hand on to the next writer */
  ORDER_ATOMIC,
  ORDER_MESSAGE,     /* a message of the process to itself */
  ORDER_GENERALIZED, /* a generalized request, from its completion to a wait for it */
  ORDER_KINDS
};

/* Who makes a thread. It is MAKER_OPENMP if the creator is one of OpenMP's runtimes. */
enum thread_maker { MAKER_POSIX, MAKER_C11, MAKER_OPENMP };

struct order_hooks {
  /* Somebody makes a thread: `creator` is the code that called the function that makes threads.
   * Returns what `begin` is to be given in the new thread, or `unmake` if there will be none.
   */
  void *(*make)(enum thread_maker maker, const void *creator);
  void (*unmake)(void *made);
  /* A thread begins and ends: called in it. */
  void (*begin)(void *made);
  void (*end)(void);
  /* `caller`: the code that called the function. What MPI libraries do of themselves does not
   * count, and is recognised by it. */
  void (*release)(const void *object, enum order_kind kind, const void *caller);
  void (*acquire)(const void *object, enum order_kind kind, const void *caller);
  /* A barrier of `count` threads (0: as `barrier` said): all arrive before one departs. */
  unsigned (*arrive)(const void *barrier, unsigned count, const void *caller);
  void (*depart)(const void *barrier, unsigned phase, const void *caller);
  /* The barrier was made for so many threads. */
  void (*barrier)(const void *barrier, unsigned count);
  /* The calling thread holds the reader-writer lock for writing. Its next release of the lock
   * is one of ORDER_WRITE, whichever it says. */
  void (*writes)(const void *lock, const void *caller);
  /* The object is over; another one may lie at its address. */
  void (*forget)(const void *object, enum order_kind kind);
  /* All that has happened so far happens before all that any thread does later: some may pass
   * this point unseen. */
  void (*spread)(const void *caller);
  /* Threads are ordered in a way that cannot be followed from here on: `what` for the report, a
   * string that stays. */
  void (*unseen)(const char *what, const void *caller);
  /* Number of the calling thread in its innermost OpenMP team, for reports; -1: none. */
  void (*number)(int number);
};

/* Set once each, to hooks that stay valid; NULL: nobody listens. The first is for the functions
 * that make threads and barriers, the second for all others: it is set when the program makes
 * its first thread. */
extern const struct order_hooks *_Atomic order_makers __attribute__((visibility("hidden")));
extern const struct order_hooks *_Atomic order_hooks __attribute__((visibility("hidden")));

/* The threads that were made before somebody listened: how many, and whose calls made them.
 * NULL: not known, and so for all after the last place. */
#define ORDER_EARLY 16
struct order_early {
  atomic_uint count;
  const void *_Atomic creator[ORDER_EARLY];
};
extern struct order_early order_early __attribute__((visibility("hidden")));

/* Set when a runtime of OpenMP that tells tools nothing makes threads: OMP_TOOL=disabled, a
 * tool of the user, a runtime built without OMPT. */
extern atomic_int order_silent __attribute__((visibility("hidden")));

/* Where all lie, for the other library. */
struct order_calls {
  const struct order_hooks *_Atomic *makers, *_Atomic *hooks;
  const struct order_early *early;
  const atomic_int *silent;
};

#define ORDER_CALLER __builtin_return_address(0)
/* ORDER(release, object, kind, caller) calls the hook if somebody listens. */
#define ORDER(hook, ...)                                                                       \
  do {                                                                                         \
    const struct order_hooks *order_ =                                                         \
        atomic_load_explicit(&order_hooks, memory_order_acquire);                              \
    if (__builtin_expect(order_ != NULL, 0))                                                   \
      order_->hook(__VA_ARGS__);                                                               \
  } while (0)

#endif
