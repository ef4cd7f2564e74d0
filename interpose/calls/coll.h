/* coll.h: happens-before by collective calls.
 *
 * A process knows after the call what every process whose data it received knew before its own
 * call, no more (chapter 5: a collective call need not synchronise). Data of no bytes bring
 * nothing. Two ways to say so (event.h):
 *   - EVENT_ALL, without messages, where all processes of the world need each other's data and
 *     each of them can tell that from its own arguments;
 *   - else a release to each process that gets data, before the call, and an acquire of each
 *     process that sent some, when the call or its request completes. The key is mixed of the
 *     communicator and the number of the collective call on it, which all its processes count
 *     alike; to the number of the call that made a persistent operation that of its start is
 *     added, as such operations may be started in any order (MPI-4 section 6.13). */
#ifndef FENCEPOST_COLL_H
#define FENCEPOST_COLL_H

#include <stdint.h>
#include "interpose/handles/comm.h"
#include "interpose/handles/request.h"
#include "interpose/base/thread.h"

enum direction {
  TO_ALL,    /* each to all; every process knows all amounts */
  IN_PAIRS,  /* each to all; a process knows its own amounts only */
  FROM_ROOT, /* root to all */
  TO_ROOT,   /* all to root */
  UPWARD,    /* each to all higher ranks */
  ALONG      /* along the topology */
};

/* How much goes to, or comes from, each peer. What is not significant at this process is never
 * looked at: it may be anything. */
struct part {
  int64_t count;
  const void *counts; /* by peer, of int or */
  int wide;           /* of MPI_Count; */
  int own;            /* only the own element counts */
  int any;            /* their sum counts */
  int always;         /* some, whatever else is said here */
  MPI_Datatype type;
  const MPI_Datatype *types; /* by peer */
  int64_t size;              /* of `type`; -1: not looked at yet */
};

struct coll {
  MPI_Comm comm;
  enum direction direction;
  int root;
  struct part send, recv;
};

/* Who gives to this process and who takes from it in one operation. */
struct flow {
  struct pending_request pending; /* first */
  uint64_t key;
  uint64_t kept_key, starts; /* of a persistent operation, and how often it was started */
  uint64_t in, number; /* the call's number on the communicator with this id; 0: it has none */
  struct comm *comm;   /* held; NULL: not by a nonblocking call */
  int to, from;        /* how many; never this process itself */
  int32_t rank[];      /* in the world: those it gives to, then those it takes from */
};

/* NULL when memory runs out. */
struct flow *flow_new(struct comm *c, struct coll *k, uint64_t key);
struct flow *flow_among(const int32_t *rank, int size, uint64_t key);
/* Whether all processes know that data come from each to all. */
int flow_everywhere(const struct comm *c, struct coll *k);

/* Around a call that is collective over `comm`. `request`: where it will be put, or NULL. */
void coll_begin(struct frame *f, struct coll *k, MPI_Request *request, int persistent);
void coll_begin_making(struct frame *f, MPI_Comm parent, MPI_Request *request);
void coll_begin_group(struct frame *f, const int32_t *rank, int size, uint64_t id);
void coll_leave(struct frame *f);

#endif
