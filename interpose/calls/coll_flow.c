/* coll_flow.c: which processes give data to which in a collective call. */
#include <stdatomic.h>
#include <stdlib.h>
#include "coll.h"
#include "interpose/handles/object.h"
#include "interpose/base/world.h"

static int64_t part_count(const struct part *p, int peer) {
  if (!p->counts)
    return p->count;
  return p->wide ? (int64_t)((const MPI_Count *)p->counts)[peer]
                 : ((const int *)p->counts)[peer];
}

static int64_t type_size(MPI_Datatype type) {
  MPI_Count size = 0;
  if (type != MPI_DATATYPE_NULL && !object_over(OBJECT_TYPE, &type, NULL))
    REAL(Type_size_x)(type, &size);
  return (int64_t)size;
}

/* A datatype is looked at only if its count is not 0. */
static int part_has(struct part *p, const struct comm *c, int peer) {
  int64_t count = 0;
  if (p->always)
    return 1;
  if (p->any)
    for (int i = 0; i < c->size && count <= 0; i++)
      count = part_count(p, i);
  else
    count = part_count(p, p->own ? c->me : peer);
  if (count <= 0)
    return 0;
  if (p->types)
    return type_size(p->types[peer]) > 0;
  if (p->size < 0)
    p->size = type_size(p->type);
  return p->size > 0;
}

int flow_everywhere(const struct comm *c, struct coll *k) {
  struct part *shared = k->recv.own ? &k->send : &k->recv;
  if (k->direction != TO_ALL)
    return 0;
  int peers = shared->counts ? c->size : 1;
  for (int i = 0; i < peers; i++)
    if (!part_has(shared, c, i))
      return 0;
  return 1;
}

/* Returns whether data go from this process to a peer (in the remote group), and from it to
 * this process. */

static int gives(const struct comm *c, struct coll *k, int peer) {
  switch (k->direction) {
  case FROM_ROOT:
    if (k->root != (c->inter ? MPI_ROOT : c->me))
      return 0;
    break;
  case TO_ROOT:
    if (k->root != peer)
      return 0;
    break;
  case UPWARD:
    if (peer <= c->me)
      return 0;
    break;
  default:
    break;
  }
  return part_has(&k->send, c, peer);
}

static int takes(const struct comm *c, struct coll *k, int peer) {
  switch (k->direction) {
  case FROM_ROOT:
    if (k->root != peer)
      return 0;
    break;
  case TO_ROOT:
    if (k->root != (c->inter ? MPI_ROOT : c->me))
      return 0;
    break;
  case UPWARD:
    if (peer >= c->me)
      return 0;
    break;
  default:
    break;
  }
  return part_has(&k->recv, c, peer);
}

/* One that was given back, for the next call. */
static struct flow *_Atomic spare;

static struct flow *flow_sized(size_t most, uint64_t key) {
  struct flow *w = atomic_exchange_explicit(&spare, NULL, memory_order_acquire);
  if (w && w->room < most) {
    free(w);
    w = NULL;
  }
  if (!w) {
    if (!(w = malloc(sizeof *w + most * sizeof w->rank[0])))
      return NULL;
    w->room = most;
  }
  *w = (struct flow){.key = key, .room = w->room};
  return w;
}

void flow_give_back(struct flow *w) {
  free(atomic_exchange_explicit(&spare, w, memory_order_acq_rel));
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* A process may be a neighbour several times. */
static int unique(int32_t *rank, int n) {
  int kept = 0;
  qsort(rank, (size_t)n, sizeof *rank, compare);
  for (int i = 0; i < n; i++)
    if (!kept || rank[kept - 1] != rank[i])
      rank[kept++] = rank[i];
  return kept;
}

static int along(const struct comm *c, struct part *p, const int *neighbour, int n,
                 int32_t *out) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (neighbour[i] >= 0 && neighbour[i] < c->size && neighbour[i] != c->me &&
        part_has(p, c, i))
      out[found++] = c->rank[neighbour[i]];
  return unique(out, found);
}

static struct flow *flow_along(struct comm *c, struct coll *k, uint64_t key) {
  const struct neighbours *n = comm_neighbours(c);
  struct flow *w = flow_sized(n ? (size_t)n->sources + (size_t)n->destinations : 0, key);
  if (w && n) {
    w->to = along(c, &k->send, n->rank + n->sources, n->destinations, w->rank);
    w->from = along(c, &k->recv, n->rank, n->sources, w->rank + w->to);
  }
  return w;
}

struct flow *flow_new(struct comm *c, struct coll *k, uint64_t key) {
  if (k->direction == ALONG)
    return flow_along(c, k, key);
  struct flow *w = flow_sized(2 * (size_t)c->remote_size, key);
  if (!w)
    return NULL;
  /* a process does not know the counts of the remote group, but only their sum (section
   * 5.10.1) */
  k->send.any = c->inter && k->recv.own;
  for (int i = 0; i < c->remote_size; i++)
    if (c->remote[i] != world.rank && gives(c, k, i))
      w->rank[w->to++] = c->remote[i];
  for (int i = 0; i < c->remote_size; i++)
    if (c->remote[i] != world.rank && takes(c, k, i))
      w->rank[w->to + w->from++] = c->remote[i];
  return w;
}

struct flow *flow_among(const int32_t *rank, int size, uint64_t key) {
  struct flow *w = flow_sized(2 * (size_t)size, key);
  for (int i = 0; w && i < size; i++)
    if (rank[i] != world.rank)
      w->rank[w->to++] = rank[i];
  for (int i = 0; w && i < w->to; i++)
    w->rank[w->to + w->from++] = w->rank[i];
  return w;
}
