/* progress.h: who waits for whom, and what would, seen over all ranks of one MPI_COMM_WORLD.
 *
 * A struct progress is fed what each rank last told of itself: how it has ended, what its
 * threads wait for, how far it has come with each other rank, and what it did in which order.
 * It says which of them can never go on. Pure: no MPI, no I/O, no globals, no clock.
 *
 * Events: those whose row of events.def says PROGRESS; event.rank tells whom one is of; others
 * are ignored. All are fed before progress_judge. Everything given out is owned by the struct
 * progress. Errors: without memory it says less, nothing wrong. Cost: linear in what was fed.
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

#endif
