/* unreceived.h: messages that nobody has received when all ranks are in MPI_Finalize
 * (section 8.7).
 *
 * Each process knows how many messages it has sent under each key (counters.h) and received
 * (calls/receive.h). A sum over all of them tells whether the two agree, at the price of one
 * reduction. Only if they do not, the numbers themselves are exchanged.
 *
 * Cost: a stack and 64 bytes for each (rank, key) that was ever sent to; nothing for a message
 * that is not the first of its kind. */
#ifndef FENCEPOST_UNRECEIVED_H
#define FENCEPOST_UNRECEIVED_H

#include <stdint.h>
#include "interpose/base/thread.h"

/* The call of the frame sends the first message under f->sent.rank and f->sent.key. */
void unreceived_first(const struct frame *f, int tag);
/* One of them may not have been sent: MPI_Cancel was called, or the call has failed. */
void unreceived_void(int32_t rank, uint64_t key);

/* Messages to a rank, under one key, of which some were not received. */
struct unreceived {
  int32_t rank;
  int tag;
  uint64_t sent, lost, told; /* told: how many were lost when this was last asked */
  unsigned call;             /* that sent the first of them */
  int thread;
  uint32_t stack;
};

/* Calls `each` with every source in the world, key and number of messages received. Returns 0
 * if these are not known. */
typedef int unreceived_counts(void *context, void (*each)(void *context, int32_t source,
                                                          uint64_t key, uint64_t count));
/* Collective over the world. Calls back with what this process has sent in vain, once. */
void unreceived_find(unreceived_counts *received, void *context,
                     void (*each)(void *context, const struct unreceived *u));

#endif
