/* coll.h: happens-before by collective calls.
 *
 * After the call a process knows what each process whose data it received knew before its own
 * call, and no more (chapter 5: a collective call need not synchronise). Data of no bytes bring
 * nothing. There are two ways to say so (event.h):
 *   - EVENT_ALL, without messages, if all processes of the world need each other's data and
 *     each of them can tell that from its own arguments.
 *   - Otherwise a release to each process that gets data, before the call, and an acquire of
 *     each process that sent some, when the call or its request completes. The key is mixed of
 *     the communicator and the number of the collective call on it, which all its processes
 *     count alike. For a persistent operation it is the number of the call that made it, mixed
 *     with the number of the start, because such operations may be started in any order (MPI-4
 *     section 6.13). */
#ifndef FENCEPOST_COLL_H
#define FENCEPOST_COLL_H

#include <stdint.h>
#include "interpose/handles/comm.h"
#include "interpose/handles/request.h"
#include "interpose/base/thread.h"

enum direction {
  TO_ALL,    /* each sends to all, and every process knows all amounts */
  IN_PAIRS,  /* each sends to all, but a process knows its own amounts only */
  FROM_ROOT, /* root to all */
  TO_ROOT,   /* all to root */
  UPWARD,    /* each sends to all higher ranks */
  ALONG      /* each sends to its neighbours in the topology */
};

/* How much goes to each peer, or comes from it. What is not significant at this process is
 * never looked at, because it may be anything. */
struct part {
  int64_t count;
  const void *counts; /* counts by peer, as int or ... */
  int wide;           /* of MPI_Count; */
  int own;            /* only the own element of the array counts */
  int any;            /* their sum counts */
  int always;         /* there are some data, whatever the other fields say */
  MPI_Datatype type;
  const MPI_Datatype *types; /* by peer */
  int64_t size;              /* size of `type` in bytes; -1: not asked for yet */
};

struct coll {
  MPI_Comm comm;
  enum direction direction;
  int root;
  struct part send, recv;
};

/* Which processes give to this process and take from it in one operation. */
struct flow {
  struct pending_request pending; /* first */
  uint64_t key;
  /* For a persistent operation: its key, how often it was started, the number of the call that
   * made it (from 1), and the others that are kept. */
  uint64_t kept_key, starts, made;
  struct flow *prev, *next;
  uint64_t in, number; /* number of the call on the communicator with this id; 0: it has none */
  struct comm *comm;   /* held; NULL if the call is blocking */
  size_t room;         /* of `rank` */
  int to, from;        /* how many of each; this process itself is never among them */
  int32_t rank[]; /* world ranks: first those that it gives to, then those that it takes from */
};

/* Returns NULL when memory runs out. */
struct flow *flow_new(struct comm *c, struct coll *k, uint64_t key);
struct flow *flow_among(const int32_t *rank, int size, uint64_t key);
void flow_give_back(struct flow *w);
/* Returns whether all processes know that each sends data to all. */
int flow_everywhere(const struct comm *c, struct coll *k);

/* Called before and after a call that is collective over `comm`. `request`: where the call will
 * put its request, or NULL. */
void coll_begin(struct frame *f, struct coll *k, MPI_Request *request, int persistent);
void coll_begin_making(struct frame *f, MPI_Comm parent, MPI_Request *request);
void coll_begin_group(struct frame *f, const int32_t *rank, int size, uint64_t id);
void coll_leave(struct frame *f);
/* The persistent operations of this process for which waits tell their peers, and the last that
 * were freed: the made-th call on the communicator has made it. From any thread. */
void coll_each_kept(void *context,
                    void (*each)(void *context, uint64_t comm, uint64_t made, uint64_t starts));

/* For a call for which coll_begin would do this and nothing else: no rank may leave it before
 * all have come, and this process is dormant. */
void coll_begin_all(struct comm *c, unsigned promise);
/* Returns what the call promises its partners (agreement_kind): coll_promise.c. */
unsigned coll_promise(struct frame *f, struct comm *c, const struct coll *k);
/* Before the call: reports it if the process sends other data to itself than it receives from
 * itself. Among the pairs of processes whose amounts and types have to match each is a pair
 * with itself (sections 5.5 to 5.8), and this one can be told before the library ends the
 * program. */
void coll_own(struct frame *f, const struct comm *c, const struct coll *k);
/* The same for MPI_Comm_create_group on `c`, whose calls with its tag are counted in `of`; 0:
 * it is not compared. */
struct agreed;
unsigned coll_promise_group(struct frame *f, struct comm *c, struct agreed *of);
void coll_leave(struct frame *f);
/* Whether a call with this result has done nothing because its arguments were wrong; after
 * other errors it has taken part. */
int coll_refused(int rc);

#endif
