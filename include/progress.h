/* progress.h: who waits for whom, and which waits can never end, judged over all ranks of one
 * MPI_COMM_WORLD.
 *
 * A struct progress is fed what each rank last told of itself: how it has ended, what its
 * threads wait for, how far it has come with each other rank, and what it did in which order.
 * It says which ranks can never go on. Pure: no MPI, no I/O, no globals, no clock.
 *
 * It takes the events whose rows in events.def say PROGRESS, and ignores others; event.rank
 * says which rank an event is about. All are fed before progress_judge is called. The struct
 * progress owns everything it gives out. Errors: when memory runs out it says less, but nothing
 * wrong. Cost: about linear in what was fed. */
#ifndef FENCEPOST_PROGRESS_H
#define FENCEPOST_PROGRESS_H

#include "event.h"
#include "finding.h"

#define PROGRESS_PLACES 8

/* A verdict that is certain. It lives during the call only. */
struct progress_finding {
  enum slug slug;
  int32_t rank;        /* the rank that the finding is reported of */
  const char *message; /* sentences */
  uint64_t window;     /* id of the window; 0: it concerns none */
  uint8_t flavor;      /* of the window; 0: not known */
  int places;
  struct progress_place {
    int32_t rank, thread;
    uint32_t stack;
    uint16_t call;
    const char *role;
    const char *args; /* the arguments of the call, in words; or "" */
  } place[PROGRESS_PLACES];
};

struct progress;
/* For `size` ranks. A rank of which nothing is fed left no word. Returns NULL if there is no
 * memory. */
struct progress *progress_new(int32_t size);
void progress_free(struct progress *p);
void progress_feed(struct progress *p, const struct event *e);
void progress_judge(struct progress *p, void *context,
                    void (*finding)(void *context, const struct progress_finding *f));

/* What can be said of a world that still runs, when its ranks have told what they do. */
enum progress_outlook {
  OUTLOOK_OPEN,
  /* Some rank can never go on if it stays in its call for a second more. */
  OUTLOOK_SOON,
  /* Some rank can certainly never go on, and nothing that is not MPI can end its wait: no
   * handler of signals, no look at the clock. So the program can never come to its end. */
  OUTLOOK_NEVER
};
enum progress_outlook progress_outlook(struct progress *p);

/* What a thread, of which EVENT_STANDSTILL has told, waits for, and which ranks have not done
 * their part. For each pair of ranks the counters of both are compared. Only ranks that have
 * not done their part are named; where counters do not tell, all ranks are. */
struct progress_wait {
  size_t index; /* position among all of them, in the order of ranks, then of threads */
  int32_t rank, thread;
  uint8_t in_call;
  uint8_t kind; /* enum await */
  /* As far as is known all peers have done their part; then all of them are named. */
  uint8_t done;
  uint16_t call;          /* where it waits */
  uint16_t part;          /* AWAIT_COLLECTIVE: the call that the others have to make */
  const int32_t *missing; /* ranks, ascending */
  size_t count;
};
/* Returns NULL if there are no more. */
const struct progress_wait *progress_wait(struct progress *p, size_t index);
/* Returns the wait that a report shows for the rank, NULL if there is none. */
const struct progress_wait *progress_wait_of(struct progress *p, int32_t rank);
/* Names what is waited for: "MPI_Win_post", "a send"; "" if that is not known. */
const char *progress_awaited(const struct progress_wait *w);
/* Whether the others have to start the operation that this call has made, not to call it. */
int progress_awaits_start(const struct progress_wait *w);

/* Calls back with each circle of waits in which no rank can go on before another does. Of
 * circles that share a rank only one is given. */
void progress_circles(struct progress *p, void *context,
                      void (*circle)(void *context, const struct progress_wait *const *wait,
                                     size_t n));

#endif
