/* progress.h: who waits for whom, and what would, seen over all ranks of one MPI_COMM_WORLD.
 *
 * A struct progress is fed what each rank last told of itself: how it has ended, what its
 * threads wait for, how far it has come with each other rank, and what it did in which order.
 * It says which of them can never go on. Pure: no MPI, no I/O, no globals, no clock.
 *
 * Events: those whose row of events.def says PROGRESS; event.rank tells whom one is of; others
 * are ignored. All are fed before progress_judge. Everything given out is owned by the struct
 * progress. Errors: without memory it says less, nothing wrong. Cost: about linear in what was
 * fed.
 */
#ifndef FENCEPOST_PROGRESS_H
#define FENCEPOST_PROGRESS_H

#include "event.h"
#include "finding.h"

#define PROGRESS_PLACES 8

/* What is certain; lives during the call only. */
struct progress_finding {
  enum slug slug;
  int32_t rank;        /* whose finding it is */
  const char *message; /* sentences */
  uint64_t window;     /* its id; 0: of none */
  uint8_t flavor;      /* of the window; 0: not known */
  int places;
  struct progress_place {
    int32_t rank, thread;
    uint32_t stack;
    uint16_t call;
    const char *role;
    const char *args; /* of the call, in words; or "" */
  } place[PROGRESS_PLACES];
};

struct progress;
/* For `size` ranks; those of which nothing is fed left no word. NULL: no memory. */
struct progress *progress_new(int32_t size);
void progress_free(struct progress *p);
void progress_feed(struct progress *p, const struct event *e);
void progress_judge(struct progress *p, void *context,
                    void (*finding)(void *context, const struct progress_finding *f));

/* What a thread waits for of which EVENT_STANDSTILL has told, and whose part is missing. For
 * each pair of ranks the counters of both are compared: only peers that have not done their
 * part are named; where nothing tells, all are. */
struct progress_wait {
  size_t index; /* of all, in the order of ranks, then of threads */
  int32_t rank, thread;
  uint8_t in_call;
  uint8_t kind;  /* enum await */
  uint8_t done;  /* all peers have done their part, as far as is known: all are named */
  uint16_t call; /* where it waits */
  uint16_t part; /* AWAIT_COLLECTIVE: what the others are to call */
  const int32_t *missing; /* ranks, ascending */
  size_t count;
};
/* NULL: there are no more. */
const struct progress_wait *progress_wait(struct progress *p, size_t index);
/* The one to show for the rank; NULL: there is none. */
const struct progress_wait *progress_wait_of(struct progress *p, int32_t rank);
/* What is waited for: "MPI_Win_post", "a send"; "" if nobody knows. */
const char *progress_awaited(const struct progress_wait *w);

/* Each circle of waits in which no rank can go on before another does. Of circles that share a
 * rank one is given. */
void progress_circles(struct progress *p, void *context,
                      void (*circle)(void *context, const struct progress_wait *const *wait,
                                     size_t n));

#endif
