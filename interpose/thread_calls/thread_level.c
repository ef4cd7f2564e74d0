#define _GNU_SOURCE
#include "thread_level.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include "interpose/handles/maker.h"
#include "interpose/base/mpi_call.h"
#include "turn.h"

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

void thread_level_check(struct frame *f) {
  struct turn before;
  if (is_free(f->call))
    return;
  if (thread_level_given < MPI_THREAD_SERIALIZED) {
    if (f->thread->number != main_number)
      turn_tell(f, MISUSE_THREAD, &(struct turn){.call = f->call});
    return;
  }
  int unordered = turn_take(f, TURN_ANY, &before);
  const struct thread *other = other_inside(f->thread);
  if (other)
    turn_tell(f, MISUSE_THREADS, &(struct turn){.call = other->call});
  else if (unordered)
    turn_tell(f, MISUSE_THREADS_UNORDERED, &before);
}

/* What is wrong at any level. What a lower one forbids anyway has been told. */
void thread_level_finalize(struct frame *f) {
  if (thread_level_given < MPI_THREAD_SERIALIZED || f->depth)
    return;
  const struct thread *other =
      thread_level_given == MPI_THREAD_MULTIPLE ? other_inside(f->thread) : NULL;
  if (other)
    turn_tell(f, MISUSE_FINALIZE_IN_CALL, &(struct turn){.call = other->call});
  if (f->thread->number != main_number)
    turn_tell(f, MISUSE_FINALIZE_THREAD, &(struct turn){.call = f->call});
}
