/* partitioned.c: partitioned communication (MPI-4 section 4.2). A send and a receive are
 * matched once, in the order of their MPI_P*_init calls. Each start of the two makes one
 * message, to which all MPI_Pready calls contribute. The call that completes the receive
 * acquires what the last of them releases. So does MPI_Parrived if it says yes: MPI does not
 * say for which partitions of the sender a partition of the receiver waits. */
#include "interpose/base/mpi_call.h"
#if HAS_MPI4
#include <stdatomic.h>
#include <stdlib.h>
#include "interpose/agreement/letters.h"
#include "interpose/handles/comm.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/edge.h"
#include "interpose/handles/maker.h"
#include "interpose/handles/request.h"
#include "interpose/base/world.h"

#define PART ((int64_t)1 << 40) /* added to the tag */

struct partition {
  struct pending_request pending; /* first */
  int32_t rank;
  uint64_t key, pair; /* pair: the same for all with this tag, of which this is one: */
  uint64_t number, starts;
  int partitions, active, receives;
  unsigned kind; /* letters.h */
  _Atomic int ready;
  _Atomic unsigned char marked[]; /* for each partition: it is marked ready */
};

static void on_start(struct pending_request *p, struct frame *f) {
  struct partition *t = (struct partition *)p;
  (void)f;
  if (!t->starts)
    letters_note(letters_log(!t->receives, t->rank, t->pair), t->kind, t->number);
  request_peer(p, t->receives ? WAY_RECEIVE : WAY_SEND, t->rank, NULL, t->key);
  t->ready = 0;
  t->active = 1;
  t->starts++;
  for (int i = 0; i < t->partitions; i++)
    t->marked[i] = 0;
}

static void on_sent(struct pending_request *p, struct frame *f, const MPI_Status *status,
                    int ok) {
  (void)f;
  (void)status;
  (void)ok;
  ((struct partition *)p)->active = 0;
}

static void on_received(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct partition *t = (struct partition *)p;
  (void)status;
  if (ok)
    edge_acquire(f, t->rank, t->key, t->starts - 1);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  (void)f;
  free(p);
}

/* Called before a call that waits for this operation alone. */
static void on_wait(struct pending_request *p, struct frame *f) {
  struct partition *t = (struct partition *)p;
  struct maker m;
  if (!t->active || t->ready >= t->partitions || world.concurrent)
    return;
  request_peer(p, WAY_SELF, world.rank, NULL, 0);
  request_maker(p, &m);
  misuse_feed_of(f, MISUSE_PARTITION_MISSING, &m, t->ready, t->partitions);
}

/* What a start of one of the two sends, and what the other has room for. */
static unsigned kind_of(const struct frame *f, int receives, int partitions, MPI_Count count,
                        MPI_Datatype type) {
  int first;
  int64_t all;
  if (__builtin_mul_overflow((int64_t)count, (int64_t)partitions, &all))
    return 0;
  return letters_kind(f, !receives, all, type, &first);
}

/* Sends and receives are counted separately. */
static void follow(struct frame *f, MPI_Comm comm, int peer, int tag, int partitions,
                   int receives, unsigned kind, MPI_Request *request) {
  const struct comm *c = comm_find(comm);
  if (f->rc != MPI_SUCCESS || !c || !c->id || peer < 0 || peer >= c->remote_size || tag < 0)
    return;
  struct partition *t = calloc(1, sizeof *t + (size_t)(partitions > 0 ? partitions : 0));
  if (!t) {
    world_off("out of memory", 0);
    return;
  }
  t->pending = (struct pending_request){.complete = receives ? on_received : on_sent,
                                        .start = on_start,
                                        .drop = on_drop,
                                        .wait = receives ? NULL : on_wait};
  t->rank = c->remote[peer];
  t->partitions = partitions;
  t->receives = receives;
  t->kind = kind;
  t->pair = edge_key(c->id, PART + tag);
  t->number = counters_next(t->rank, edge_key(t->pair, receives));
  t->key = edge_key(t->pair, (int64_t)t->number);
  if (!request_follow(*request, &t->pending, 1))
    free(t);
}

#define PARTITIONED(Name, receives, count_type)                                                \
  void part_leave_##Name(struct frame *f);                                                     \
  void part_leave_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    unsigned kind = kind_of(f, receives, a->partitions, (count_type)a->count, a->datatype);    \
    follow(f, a->comm, a->dest, a->tag, a->partitions, receives, kind, a->request);            \
  }
#include "partitioned_inits.def"

/* MPI_Pready is for requests that send, MPI_Parrived for those that receive. */
static void other_side(struct frame *f, struct partition *t) {
  struct maker m;
  if (request_maker(&t->pending, &m))
    misuse_feed_of(f, MISUSE_PARTITION_SIDE, &m, t->receives, 0);
}

/* The partitions first to last in the list, or with these numbers. */
static void ready(struct frame *f, MPI_Request handle, int first, int n, const int *list) {
  struct partition *t = (struct partition *)request_find(handle, on_start);
  struct maker m;
  int marked = 0;
  if (!t)
    request_check(f, handle);
  if (t && t->receives) {
    other_side(f, t);
    return;
  }
  for (int i = 0; t && i < n; i++) {
    int partition = list ? list[i] : first + i;
    if (partition < 0 || partition >= t->partitions || !t->active) {
      request_maker(&t->pending, &m);
      misuse_feed_of(f, MISUSE_PARTITION, &m, partition, t->partitions);
    } else if (atomic_exchange(&t->marked[partition], 1)) {
      request_maker(&t->pending, &m);
      misuse_feed_of(f, MISUSE_PARTITION_TWICE, &m, partition, t->partitions);
    } else {
      marked++;
    }
  }
  if (marked && atomic_fetch_add(&t->ready, marked) + marked == t->partitions)
    edge_release(f, t->rank, t->key);
}

/* completion.c: a loop of these calls waits. */
void completion_enter_Parrived(struct frame *f);
void completion_leave_Parrived(struct frame *f);

void part_enter_Parrived(struct frame *f);
void part_enter_Parrived(struct frame *f) {
  struct args_Parrived *a = f->args;
  struct partition *t = (struct partition *)request_find(a->request, on_start);
  request_check(f, a->request);
  if (t && !t->receives)
    other_side(f, t);
  completion_enter_Parrived(f);
}

void part_leave_Parrived(struct frame *f);
void part_leave_Parrived(struct frame *f) {
  struct args_Parrived *a = f->args;
  struct partition *t = f->rc == MPI_SUCCESS && *a->flag
                            ? (struct partition *)request_find(a->request, on_start)
                            : NULL;
  if (t && t->starts)
    edge_acquire_if(f, t->rank, t->key, t->starts - 1);
  completion_leave_Parrived(f);
}

void part_enter_Pready(struct frame *f);
void part_enter_Pready(struct frame *f) {
  struct args_Pready *a = f->args;
  ready(f, a->request, a->partition, 1, NULL);
}

void part_enter_Pready_range(struct frame *f);
void part_enter_Pready_range(struct frame *f) {
  struct args_Pready_range *a = f->args;
  ready(f, a->request, a->partition_low, a->partition_high - a->partition_low + 1, NULL);
}

void part_enter_Pready_list(struct frame *f);
void part_enter_Pready_list(struct frame *f) {
  struct args_Pready_list *a = f->args;
  ready(f, a->request, 0, a->length, a->array_of_partitions);
}
#endif
