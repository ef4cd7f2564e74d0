/* disagreement.h: the collective calls that processes were told to have made. */
#ifndef FENCEPOST_DISAGREEMENT_H
#define FENCEPOST_DISAGREEMENT_H

#include "include/event.h"
#include "include/hash.h"
#include "made_of.h"

struct progress;

/* A call, of the first rank that was told of. */
struct call_place {
  struct {
    uint64_t comm;
    int64_t number;
  } key;
  int32_t rank, thread;
  uint32_t stack;
  uint16_t call;
  struct event_promise promise; /* without `part` */
  struct made_of data;
  int32_t told; /* how many processes have told of it, and agree */
  /* The first ones that name a root and an amount, where those before do not; not their own. */
  struct call_place *root, *amount;
  struct call_place *other_side; /* of MPI_Intercomm_merge: the first one of the other group */
  UT_hash_handle hh;
};

/* NULL if nobody told of it. */
const struct call_place *agreement_call(const struct progress *p, uint64_t comm,
                                        int64_t number);
/* Whether processes were found to make different calls there. */
int agreement_differs(const struct progress *p, uint64_t comm);
/* Two processes can never return from these calls on the communicator. Returns whether a
 * finding tells that calls of these kinds do not agree, one of them being that of the first or
 * second process itself; then it also tells that they can never return. */
struct stuck_call {
  int32_t rank;
  uint32_t stack;
  uint16_t call;
};
int agreement_explains(struct progress *p, uint64_t comm, const struct stuck_call *one,
                       const struct stuck_call *other);

#endif
