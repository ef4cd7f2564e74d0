/* poll.h: loops of MPI_Test, MPI_Iprobe, MPI_Win_test and their like, in which a thread waits
 * as it would in MPI_Wait, MPI_Probe or MPI_Win_wait, or as in MPI_Waitany where it tests for
 * several things in turn.
 *
 * The thread notes each such call that found nothing. The watchdog looks whether it has done
 * nothing else: made no other MPI call, looked for nothing new, and used no more processor
 * time than such a loop takes. Nobody knows what else may end the loop.
 *
 * A busy machine makes a round dear: caches are cold when a thread gets the processor back, and
 * a virtual machine counts time that its host has taken. It does so by fits and starts. So the
 * processor time is judged over a second, and a thread that gets no turn is not said to have
 * done anything else. */
#ifndef FENCEPOST_POLL_H
#define FENCEPOST_POLL_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/base/usage.h"

#define POLL_LOOKS 8 /* more than the watchdog makes in a second */

/* The thread in its loop, when the watchdog looked. */
struct poll_look {
  uint64_t seq;
  double at;
  struct usage usage;
};

#define POLL_ITEMS 32     /* that a loop tests for in turn */
#define POLL_REQUESTS 256 /* of all of them */

/* What a call tested for. */
struct poll_item {
  uint64_t what; /* equal for calls that look for the same thing */
  unsigned call;
  uint64_t comm, win;
  int source, tag; /* of a probe */
  int requests;    /* how many; 0: it was no test of requests */
};

/* A polling loop of a thread.
 *
 * In a loop that only reads the memory of a window, by one-sided operations or by loads after
 * MPI_Win_sync, nothing is noted: the watchdog counts the calls. */
struct poll {
  /* Thread.seq at the last test that found nothing, and at the first of those without a break
   * and without anything new. */
  _Atomic uint64_t seq, began;
  int items, last; /* how many, and which one was tested for last */
  struct poll_item item[POLL_ITEMS];
  /* Of all items, in order; what they point to stays memory (handles/request_waited.c). */
  struct request_entry *request[POLL_REQUESTS];
  int requests, uncounted; /* uncounted: there are more, which are not here */
  uint64_t caller;
  uint64_t reads; /* the window whose memory it only reads; 0: it tests */
  unsigned call;
  uint32_t stack;
  /* written by the watchdog only: */
  struct poll_look look[POLL_LOOKS]; /* those of the last second, the newest last */
  int looks;
  double since; /* since when it has only made such tests; 0: it has done something else */
};

/* The call has found none of these complete. Costs a look-up in the items of the loop. */
void poll_note_requests(struct thread *t, struct request_entry *const *request, int n);
void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag);
void poll_note_window(struct thread *t, MPI_Win win); /* by MPI_Win_test */
uint64_t poll_mix(uint64_t h, uint64_t v);
/* Some request was found complete: what was noted of requests is over. */
void poll_forget(struct thread *t);

/* Called by the watchdog, which found the thread at `before` when it last looked, and finds it
 * at `seq` now. */
void poll_look(struct thread *t, uint64_t before, uint64_t seq, double at);
/* The same for a loop that only reads the window t->read.win, if `reads`; of the watchdog's own
 * struct poll. */
void poll_look_reads(struct poll *p, struct thread *t, int reads, uint64_t before, uint64_t seq,
                     double at);
void poll_over(struct thread *t); /* the thread is in a call for long */
/* Returns whether it has been in such a loop for long. */
int poll_waits(const struct thread *t, double at);
int poll_has_waited(const struct poll *p, double at);

#endif
