/* ranks.h: simulates many ranks, each with a checker of its own. A message between two of them
 * is fed as soon as it is sent, without the codec.
 *
 * The functions named after MPI calls feed one call's events. Windows have the same size at all
 * ranks and lie at BASE in each; every rank is a member, so that indices are ranks. */
#ifndef FENCEPOST_RANKS_H
#define FENCEPOST_RANKS_H

#include "include/call.h"
#include "include/check.h"

#define BASE 0x100000

struct ranks {
  int count;
  struct check **check;
  struct event_member *members;
  int32_t thread, threads; /* of the calls that are fed; how many others have begun so far */
  uint64_t events, messages, entries; /* fed so far; entries: those of clocks in messages */
  uint64_t findings;
  uint64_t count_of[SLUGS];
  uint64_t random;
  int64_t size; /* of the window */
  char first[FINDING_TEXT];
};

void ranks_begin(struct ranks *r, int count);
void ranks_end(struct ranks *r); /* MPI_Finalize, and frees all */
unsigned ranks_random(struct ranks *r);
double ranks_seconds(void); /* CPU time of this process */
size_t ranks_memory(void);  /* number of allocated bytes */

/* Makes an event of the call that its row in events.def names. */
struct event ranks_event(int kind, int rank);
void ranks_feed(struct ranks *r, struct event *e, int phase);
void ranks_call(struct ranks *r, struct event *e); /* feeds enter and leave */
/* Feeds a call of all ranks: no rank leaves before all have entered. */
void ranks_together(struct ranks *r, int kind, unsigned assertion);
void ranks_window(struct ranks *r, int64_t size);
void ranks_target(struct ranks *r, int kind, int rank, int target, int exclusive);
void ranks_group(struct ranks *r, int kind, int rank, int32_t count, const int32_t *index);
/* The `size` bytes from `disp`; if `stride` is not 0, only a block of `length` bytes at the
 * begin of each `stride` bytes. */
struct shape {
  int64_t disp, size, length, stride;
};
void ranks_op(struct ranks *r, int op, int rank, int target, struct shape shape);
void ranks_access(struct ranks *r, int rank, int store, int64_t offset, int64_t size);
void ranks_send(struct ranks *r, int rank, int to, uint64_t key);
void ranks_receive(struct ranks *r, int rank, int from, uint64_t key, uint64_t number);
/* The rank's first thread makes another one, whose calls are fed until ranks_thread_end, and
 * goes on. Returns the number that joins it. */
int32_t ranks_thread_begin(struct ranks *r, int rank);
void ranks_thread_end(struct ranks *r, int rank);
void ranks_thread_join(struct ranks *r, int rank, int32_t thread);

#endif
