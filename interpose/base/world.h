/* world.h: this process's part in the run: its rank, its checker, its journal. One per process.
 *
 * This is state that any unit may ask; it calls only the journal. life.h says how it begins and
 * ends, feed.h what goes to the checker. A failure inside switches checking off with one
 * message, and the program goes on. */
#ifndef FENCEPOST_WORLD_H
#define FENCEPOST_WORLD_H

#include <pthread.h>
#include <stdint.h>
#include "mpi_call.h"
#include "include/check.h"
#include "include/unseen.h"
#include "report/journal/journal.h"
#include "thread.h"
#include "internal.h"

/* Whether some rank's program may send in ready mode. */
enum ready {
  READY_NONE,
  READY_BOUND, /* a binding for another language refers to it, as it does to most of MPI */
  READY
};

struct world {
  int rank, size;
  uint64_t id;   /* the same at all ranks that share MPI_COMM_WORLD */
  char name[20]; /* id in hex */
  MPI_Comm comm; /* private: the tool stream and what the ranks agree on */
  /* Which ranks are in it: those below `low`, and then those from `first` on, where a spawned
   * world is; `members` in all. */
  int low, first, members;
  int spawned;    /* by MPI_Comm_spawn */
  int bare;       /* not under `fencepost run`, so rank 0 merges */
  int concurrent; /* some rank was initialised with MPI_THREAD_MULTIPLE */
  int one_clock;  /* all ranks are on one host */
  /* enum level (tracers.h) that all ranks have agreed on; 0: they see buffers only. */
  int level;
  int synchronous; /* some rank's program may send in synchronous mode */
  int ready;       /* enum ready: or in ready mode; READY also with `races` */
  int races;       /* --message-races: it is asked which messages receives could have taken */
  /* Begun by MPI_Session_init: processes begin and end one by one, and there may be no
   * MPI_COMM_WORLD (together.h). */
  int sessions;
  int alone; /* and not together yet: nobody tells others anything or agrees on anything */
  int joined, grew; /* a spawned world is in it; was ever (joining.h) */
  int displaced; /* the library accesses some window elsewhere than where it begins (win_part.h)
                  */
  struct check *check;
  struct journal *journal;
};
extern INTERNAL struct world world;

enum world_state { WORLD_BEFORE, WORLD_ON, WORLD_OFF };
extern INTERNAL _Atomic int world_state;

/* A rank's place in world.comm, and whose a place is. */
static inline int world_place(int rank) {
  return rank < world.low ? rank : rank - world.first + world.low;
}
static inline int world_rank_at(int place) {
  return place < world.low ? place : place - world.low + world.first;
}
/* Returns whether the rank is there. */
static inline int world_reaches(int rank) {
  return rank >= 0 && (rank < world.low || rank >= world.first) &&
         world_place(rank) < world.members;
}

/* Returns whether the hooks of this call run. */
static inline int world_wants(unsigned call) {
  return world_state == WORLD_ON ||
         (world_state == WORLD_BEFORE &&
          (call == CALL_Init || call == CALL_Init_thread || call == CALL_Session_init));
}

/* Switches checking off for good. `why` is printed once, with errno's text if `error` is not 0.
 * The rank still takes part in what the ranks do together in MPI_Finalize. */
void world_off(const char *why, int error);
/* world.comm is that communicator, with the ranks of all processes that began together, or that
 * joined (session/joining.h). */
void world_comm_is(MPI_Comm comm, int low, int first);
/* What else happens then: `stop` may be called in any state, `leave` tells the other ranks. */
struct world_parts {
  void (*stop)(void), (*leave)(void);
};
void world_parts(const struct world_parts *all);
/* The largest tag, MPI_TAG_UB. */
int world_tag_bound(void);
/* MPI_Finalize is over, or MPI_Abort was called. */
void world_end(void);

/* Nanoseconds on a clock that all ranks share, so that times of different ranks can be
 * compared. 0 = there is no such clock. */
uint64_t world_when(void);
/* Writes a record that is no finding to the journal and, so that a replay has it, to the trace.
 * Takes the reference. Returns -1 with errno. */
int world_note(json_t *record);
/* Tells the journal (`run.precision`, `run.coverage`) which accesses were not seen or not
 * compared, why, and how often. The first writes nothing if it never happened; the second is
 * for what has no number. */
void world_unseen(const char *text, uint64_t count, enum access_kind what, enum unseen_why why);
void world_blind(const char *text, enum access_kind what, enum unseen_why why);

void world_lock(void);
int world_try_lock(void); /* tries for some seconds; returns whether it was had */
void world_unlock(void);

/* Whether only one thread of this process has come here so far, so that what it does has an
 * order. Once this is 0, it stays 0. */
static inline int one_thread_calls(void) {
  return !world.concurrent || !atomic_load_explicit(&thread_several, memory_order_relaxed);
}

/* A lock for state that only threads in MPI calls touch. */
static inline void calls_lock(pthread_mutex_t *lock) {
  if (world.concurrent)
    pthread_mutex_lock(lock);
}
static inline void calls_unlock(pthread_mutex_t *lock) {
  if (world.concurrent)
    pthread_mutex_unlock(lock);
}

/* Keeps errors of MPI calls that we make from the program's error handlers. */
struct quiescence {
  MPI_Errhandler world;
};
void quiet_enter(struct quiescence *q);
void quiet_leave(struct quiescence *q);

#endif
