/* modules.h: how libfencepost.so passes modules built with `fencepost cc` on to the half of
 * Fencepost that was built for the MPI library. Modules find only libfencepost.so. */
#ifndef FENCEPOST_HOOKS_MODULES_H
#define FENCEPOST_HOOKS_MODULES_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <sys/uio.h>
#include "hooks.h"
#include "interpose/runtimes/given_stacks.h"
#include "interpose/runtimes/thread_hooks.h"

struct hooks_modules {
  pthread_mutex_t lock;
  struct hooks *first;
  hooks_function *enter, *leave; /* called with the lock, if they are set */
};

/* The program is about to free `memory` (CALL_FREE or CALL_REALLOC, which returns to `caller`),
 * or to unmap, move or map anew `size` bytes of it (CALL_MUNMAP, CALL_MREMAP or CALL_MMAP). */
typedef void hooks_free(void *memory, size_t size, unsigned call, const void *caller);

/* The handler of a signal was set, if `set` is not NULL, and read into `was`, if that is not
 * NULL. */
struct sigaction;
typedef void hooks_action(int number, const struct sigaction *set, struct sigaction *was);

/* process_vm_readv or, if `write`, process_vm_writev has moved `done` bytes, which is less than
 * was asked for, or has failed with EFAULT (-1). Returns what the call is to return. */
typedef ssize_t hooks_remote(int write, pid_t pid, const struct iovec *local,
                             unsigned long locals, const struct iovec *remote,
                             unsigned long remotes, ssize_t done);

/* Open MPI's function by which an error ends the process. */
typedef int hooks_fatal(void *comm, int code);

/* `caller` ends the process by the function `how`, after which no handlers of exit run. Called
 * where a handler of a signal may be, in a child of fork and of vfork, too. */
typedef void hooks_end(int code, const char *how, const void *caller);

/* Functions to call when the program or MPI calls functions of libc. NULL: none. */
struct hooks_calls {
  hooks_free *_Atomic freed;
  /* Not to be set: what the program calls. */
  void (*_Atomic next_free)(void *memory);
  void *(*_Atomic next_realloc)(void *memory, size_t size);
  void (*_Atomic trap)(void); /* called before the handler of SIGTRAP is set or read */
  hooks_action *_Atomic action;
  hooks_remote *_Atomic remote;
  hooks_target *_Atomic target; /* hooks.h */
  int (*_Atomic yield)(void);   /* sched_yield, which a waiting program calls often */
  void (*_Atomic cancel)(pthread_t thread); /* called before pthread_cancel */
  _Atomic int cancelled;                    /* set by it, also before there is a hook */
  /* Called in place of sigprocmask; returns whether there is nothing left to do. */
  int (*_Atomic mask)(sigset_t *old);
  void (*_Atomic fatal)(int code); /* an error may be about to end the process */
  hooks_fatal *_Atomic next_fatal; /* what does that; NULL: not known */
  hooks_end *_Atomic end;
  struct order_calls order; /* for what orders threads */
  struct given_stacks *stacks;
};

/* Type of the symbol fencepost_attach. */
typedef void hooks_attach(void *mpi, void **slots, const atomic_uint *unloads,
                          struct hooks_modules *modules, struct hooks_calls *calls);

#endif
