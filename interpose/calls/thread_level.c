#define _GNU_SOURCE
#include "thread_level.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include "interpose/handles/maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

_Atomic int thread_level_low;
static int main_number;
int thread_level_given = MPI_THREAD_SINGLE;

/* Calls that any thread may make at any time (sections 8.7, 12.4.1; MPI-4 adds those on info
 * objects and errors), or makes to end everything. grequest.c looks at
 * MPI_Grequest_complete. */
static const char free_calls[CALLS] = {
#define ROW(ret, name, class, ...)                                                             \
  [CALL_##name] = !__builtin_strcmp(#class, "TOOL") || !__builtin_strcmp(#class, "INFO") ||    \
                  !__builtin_strcmp(#class, "F2C"),
#include "interpose/mpi/rows.def"
};

static int is_free(unsigned call) {
  switch (call) {
  case CALL_Initialized:
  case CALL_Finalized:
  case CALL_Query_thread:
  case CALL_Is_thread_main:
  case CALL_Get_version:
  case CALL_Get_library_version:
  case CALL_Error_class:
  case CALL_Error_string:
  case CALL_Wtime:
  case CALL_Wtick:
  case CALL_Pcontrol:
  case CALL_Abort:
  case CALL_Grequest_complete:
    return 1;
  default:
    return free_calls[call];
  }
}

void thread_level_begin(void) {
  if (REAL(Query_thread)(&thread_level_given) != MPI_SUCCESS)
    return;
  main_number = thread_self()->number;
  thread_level_low = thread_level_given < MPI_THREAD_SERIALIZED    ? THREAD_LEVEL_FIRST
                     : thread_level_given == MPI_THREAD_SERIALIZED ? THREAD_LEVEL_IN_TURN
                                                                   : THREAD_LEVEL_MANY;
}

/* A thread that was cancelled in a call never leaves the call. */
static int is_alive(const struct thread *t) {
  return !tgkill(getpid(), t->tid, 0) || errno != ESRCH;
}

static const struct thread *other_inside(const struct thread *t) {
  for (const struct thread *other = thread_first(); other; other = other->next)
    if (other != t && (atomic_load_explicit(&other->seq, memory_order_acquire) & 1) &&
        !is_free(other->call) && is_alive(other))
      return other;
  return NULL;
}

/* A call that only one thread at a time may make. */
struct exclusive_call {
  int thread, followed;
  unsigned call;
  uint32_t stack;
  uint64_t event;
};

/* The last one. Guarded by the lock of the world. */
static struct exclusive_call last;

/* Returns whether nothing orders the call after the last one of another thread. Each call has
 * the number of an event, so that what orders threads hands it on. */
static int is_unordered(const struct frame *f, struct exclusive_call *before) {
  uint32_t stack = stack_capture(f->thread);
  world_lock();
  *before = last;
  int unordered = last.event && last.followed && last.thread != f->thread->number &&
                  !order_knows(last.thread, last.event);
  last = (struct exclusive_call){f->thread->number, order_follows(), f->call, stack,
                                 world_next_event()};
  world_unlock();
  return unordered;
}

/* No other rank hears of it, because messages may not be sent from here. */
static void feed(struct frame *f, int what, const struct exclusive_call *other) {
  struct event e;
  world_event(&e, f, EVENT_MISUSE);
  e.u.misuse = (struct event_misuse){.what = (uint8_t)what,
                                     .call = (uint16_t)other->call,
                                     .thread = other->thread,
                                     .stack = other->stack};
  world_feed_quietly(&e);
}

void thread_level_check(struct frame *f) {
  if (is_free(f->call))
    return;
  if (thread_level_given < MPI_THREAD_SERIALIZED) {
    if (f->thread->number != main_number)
      feed(f, MISUSE_THREAD, &(struct exclusive_call){.call = f->call});
    return;
  }
  struct exclusive_call before;
  int unordered = is_unordered(f, &before);
  const struct thread *other = other_inside(f->thread);
  if (other)
    feed(f, MISUSE_THREADS, &(struct exclusive_call){.call = other->call});
  else if (unordered)
    feed(f, MISUSE_THREADS_UNORDERED, &before);
}
