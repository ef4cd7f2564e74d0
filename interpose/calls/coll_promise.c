/* coll_promise.c: what a collective call promises its partners (agreement.h). */
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "include/basic.h"
#include "include/check.h"
#include "interpose/agreement/agreement.h"
#include "interpose/agreement/graph_edges.h"
#include "interpose/arguments/significant.h"
#include "interpose/arguments/forms.h"
#include "interpose/base/args.h"
#include "interpose/base/aside.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/data/reduce_op.h"
#include "interpose/data/type.h"
#include "interpose/handles/object.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

static int has_root(const struct coll *k) {
  return k->direction == FROM_ROOT || k->direction == TO_ROOT;
}

/* Each process has an amount of its own, which the root knows. */
static int is_by_rank(unsigned call) {
  switch (call) {
    FORMS(Gatherv, gatherv)
    FORMS(Scatterv, scatterv)
    return 1;
  default:
    return 0;
  }
}

static int is_root(const struct comm *c, const struct coll *k) {
  return k->root == (c->inter ? MPI_ROOT : c->me);
}

/* Both groups of an inter-communicator name the same amount. */
static int is_same_in_both_groups(unsigned call) {
  switch (call) {
    FORMS(Allreduce, allreduce)
    FORMS(Reduce_scatter, reduce_scatter)
    return 1;
  default:
    return 0;
  }
}

/* The amount that all processes have to name alike: NULL if there is none. */
static const struct part *common(unsigned call, const struct comm *c, const struct coll *k) {
  if (has_root(k) && is_by_rank(call))
    return NULL;
  if (k->direction == IN_PAIRS || k->direction == ALONG || k->send.always)
    return NULL;
  if (c->inter && (has_root(k) ? k->root == MPI_PROC_NULL : !is_same_in_both_groups(call)))
    return NULL;
  if (k->direction == FROM_ROOT)
    return is_root(c, k) ? &k->send : &k->recv;
  return k->direction == TO_ROOT && !is_root(c, k) ? &k->send : &k->recv;
}

static int64_t count_at(const struct part *p, int i) {
  return p->wide ? ((const MPI_Count *)p->counts)[i] : ((const int *)p->counts)[i];
}

/* Of an array of counts that all processes give, the sum; of one that the root gives alone, or
 * of the own element of one, nothing. */
static int64_t count_of(const struct comm *c, const struct coll *k, const struct part *p) {
  int64_t sum = 0;
  if (!p->counts)
    return p->count;
  if (has_root(k) || p->types)
    return -1;
  for (int i = 0; i < c->size; i++)
    sum += count_at(p, i);
  return sum;
}

static void add_data(struct promise *p, const struct comm *c, const struct coll *k) {
  const struct part *data = common(p->call, c, k);
  struct event_data one;
  if (!data || data->types)
    return;
  int64_t count = count_of(c, k, data);
  type_describe(&one, 0, 1, data->type);
  if (count < 0 || !one.present)
    return;
  p->bytes = count * one.size;
  p->basic = one.basic;
  p->element = one.element;
  const uint64_t *part;
  p->parts = type_parts(data->type, &part);
  for (int i = 0; i < p->parts; i++) {
    p->part[i] = part[i];
    p->made_of = promise_mix(p->made_of, (int64_t)part[i]);
  }
}

/* Whether amounts may differ from one pair of processes to the next. */
static int is_in_pairs(unsigned call) {
  switch (call) {
    FORMS(Allgatherv, allgatherv)
    FORMS(Alltoallv, alltoallv)
    FORMS(Alltoallw, alltoallw)
    FORMS(Reduce_scatter, reduce_scatter)
    return 1;
  default:
    return is_by_rank(call);
  }
}

/* Whether what processes name of each other in a call that makes a communicator is compared:
 * all of them count these calls alike. */
static int names_peers(const struct comm *c, struct agreed *of) {
  return !c->inter && !c->foreign && c->size <= AMOUNTS_MOST && of->named++ < AMOUNT_CALLS;
}

/* Section 5.7.1 and the like: what a process of the one group sends is what those of the other
 * group receive. What goes the other way may differ. */
static int is_between_groups(unsigned call) {
  switch (call) {
    FORMS(Allgather, allgather)
    FORMS(Allgatherv, allgatherv)
    FORMS(Alltoall, alltoall)
    FORMS(Alltoallv, alltoallv)
    FORMS(Alltoallw, alltoallw)
    return 1;
  default:
    return 0;
  }
}

/* Only processes of the one group, and the root of the other, have something to tell. */
static int compares_pairs(unsigned call, const struct comm *c, const struct coll *k) {
  if (c->inter && is_by_rank(call) && k->root != MPI_ROOT &&
      (k->root < 0 || k->root >= c->remote_size))
    return 0;
  if (c->inter)
    return (is_between_groups(call) || is_by_rank(call)) &&
           c->size + c->remote_size <= AMOUNTS_MOST;
  return (is_in_pairs(call) || k->direction == ALONG) && c->size <= AMOUNTS_MOST;
}

static uint64_t amount(const struct part *p, const struct comm *c, int peer,
                       struct event_data *one) {
  int64_t count = p->counts ? count_at(p, p->own ? c->me : peer) : p->count;
  if (p->types || !one->present)
    type_describe(one, 0, 1, p->types ? p->types[peer] : p->type);
  return count < 0 || !one->present ? AMOUNT_NONE : (uint64_t)count * (uint64_t)one->size;
}

/* The same, noted for the peer at that place. */
static void note_amount(struct amounts_side *s, int place, const struct part *p,
                        const struct comm *c, int peer, struct event_data *one) {
  s->bytes[place] = amount(p, c, peer, one);
  s->typed = p->types != NULL;
  if (p->types && one->present)
    s->type[place] = AMOUNT_TYPE(one->basic, one->element);
}

/* `only`: the only peer, or -1; `own`: the process may be its own peer. */
static void fill_side(struct amounts_side *s, const struct part *p, const struct comm *c,
                      int only, int own) {
  struct event_data one = {.present = 0};
  for (int i = 0; i < c->size; i++)
    if ((i != c->me || own) && (only < 0 || i == only))
      note_amount(s, i, p, c, i, &one);
  if (!p->types && one.present) {
    s->basic = one.basic;
    s->element = one.element;
  }
}

/* Of a process that is a neighbour several times nothing is told: which of its messages is
 * which depends on the order of both lists. */
static void fill_along(struct amounts_side *s, const struct part *p, const struct comm *c,
                       const int *neighbour, int n) {
  struct event_data one = {.present = 0};
  unsigned char times[AMOUNTS_MOST] = {0};
  for (int i = 0; i < n; i++)
    if (neighbour[i] >= 0 && neighbour[i] < c->size && times[neighbour[i]] < 2)
      times[neighbour[i]]++;
  for (int i = 0; i < n; i++)
    if (neighbour[i] >= 0 && neighbour[i] < c->size && neighbour[i] != c->me &&
        times[neighbour[i]] == 1)
      note_amount(s, neighbour[i], p, c, i, &one);
  if (!p->types && one.present) {
    s->basic = one.basic;
    s->element = one.element;
  }
}

static int32_t lowest(const int32_t *rank, int n) {
  int32_t least = INT32_MAX;
  for (int i = 0; i < n; i++)
    least = rank[i] < least ? rank[i] : least;
  return least;
}

/* `from`: the number of the first process of the other group; `only`: the only peer in it, or
 * -1. */
static void fill_other_group(struct amounts_side *s, const struct part *p, const struct comm *c,
                             int from, int only) {
  struct event_data one = {.present = 0};
  for (int i = 0; i < c->remote_size; i++)
    if (only < 0 || i == only)
      note_amount(s, from + i, p, c, i, &one);
  if (!p->types && one.present) {
    s->basic = one.basic;
    s->element = one.element;
  }
}

/* The processes of both groups are numbered together: those of the group with the lowest rank
 * come first. */
static void fill_between(struct amounts *a, const struct comm *c, const struct coll *k) {
  int first = lowest(c->rank, c->size) < lowest(c->remote, c->remote_size);
  int from = first ? c->size : 0, roots = has_root(k) && k->root == MPI_ROOT;
  int only = has_root(k) && !roots ? k->root : -1;
  amounts_begin(a, c->size + c->remote_size, first ? c->me : c->remote_size + c->me);
  if (!has_root(k) || (k->direction == FROM_ROOT) == roots)
    fill_other_group(&a->sent, &k->send, c, from, only);
  if (!has_root(k) || (k->direction == FROM_ROOT) != roots)
    fill_other_group(&a->received, &k->recv, c, from, only);
}

/* What is not significant at this process is not looked at. */
static void fill_amounts(struct amounts *a, const struct frame *f, struct comm *c,
                         const struct coll *k) {
  int root = has_root(k) ? k->root : -1, roots = root == c->me;
  const struct neighbours *n = k->direction == ALONG ? comm_neighbours(c) : NULL;
  amounts_begin(a, c->size, c->me);
  if (k->direction == ALONG && n) {
    fill_along(&a->sent, &k->send, c, n->rank + n->sources, n->destinations);
    fill_along(&a->received, &k->recv, c, n->rank, n->sources);
  }
  if (k->direction == ALONG)
    return;
  int own = significant_data(f, 0) && significant_data(f, 1);
  int sends = root < 0 || (k->direction == FROM_ROOT) == roots;
  int receives = root < 0 || (k->direction == FROM_ROOT) != roots;
  if (sends || own) /* to all or to the root; or the root's own part */
    fill_side(&a->sent, &k->send, c, !sends ? c->me : roots ? -1 : root, own);
  if (receives || own)
    fill_side(&a->received, &k->recv, c, !receives ? c->me : roots ? -1 : root, own);
}

/* At which place of the group each process is. Returns 0 if that is not known. */
static int fill_group(struct amounts *a, const struct comm *c, MPI_Group group) {
  int n = 0;
  amounts_begin(a, c->size, c->me);
  if (group == MPI_GROUP_NULL || object_over(OBJECT_GROUP, &group, NULL))
    return 0;
  int32_t *rank = comm_group_ranks(group, &n);
  for (int i = 0; rank && i < n; i++)
    for (int k = 0; k < c->size; k++)
      if (c->rank[k] == rank[i])
        a->sent.bytes[k] = (uint64_t)i;
  free(rank);
  return rank != NULL;
}

/* Returns whether there is something to compare for each pair of processes. */
static int fill_pairs(struct amounts *a, const struct frame *f, struct comm *c,
                      const struct coll *k) {
  const struct args_Comm_create *create = f->args;
  switch (f->call) {
  case CALL_Comm_create:
    return names_peers(c, &c->agreed) && fill_group(a, c, create->group);
  case CALL_Dist_graph_create_adjacent:
    if (!names_peers(c, &c->agreed) || !graph_edges(a, c, f->args))
      return 0;
    a->always = 1; /* those that do not tell it would sum up their edges */
    return 1;
  default:
    if (!compares_pairs((unsigned)f->call, c, k))
      return 0;
    if (c->inter)
      fill_between(a, c, k);
    else
      fill_amounts(a, f, c, k);
    return 1;
  }
}

static uint64_t mix_all(uint64_t h, const int *n, int count) {
  for (int i = 0; i < count; i++)
    h = promise_mix(h, n[i]);
  return h;
}

static uint64_t of_grid(const struct args_Cart_create *grid) {
  if (grid->ndims <= 0)
    return 0;
  uint64_t h = promise_mix(PROMISE_SEED, grid->reorder != 0);
  h = mix_all(h, grid->dims, grid->ndims);
  for (int i = 0; i < grid->ndims; i++)
    h = promise_mix(h, grid->periods[i] != 0);
  return h;
}

/* Sections 5.7, 5.8 and 5.9.6: MPI_IN_PLACE is given as the send buffer by all processes, or by
 * none. */
static uint64_t of_place(const struct frame *f) {
  void *const *buffer = args_first(f->call, f->args, SHOW_POINTER);
  return promise_mix(PROMISE_SEED, buffer && *buffer == MPI_IN_PLACE);
}

static uint64_t of_graph(const struct args_Graph_create *graph) {
  if (graph->nnodes <= 0)
    return 0;
  uint64_t h = mix_all(promise_mix(PROMISE_SEED, graph->nnodes), graph->indx, graph->nnodes);
  return mix_all(h, graph->edges, graph->indx[graph->nnodes - 1]);
}

/* Others of its arguments that all processes have to give alike: sections 7.5 and 6.4.2. 0:
 * none, or any will do. */
static uint64_t arguments_of(const struct frame *f, const struct comm *c) {
  const struct args_Dist_graph_create *edges = f->args;
  const struct args_Dist_graph_create_adjacent *adjacent = f->args;
  const struct args_Comm_split_type *split = f->args;
  const struct args_Intercomm_merge *merge = f->args;
  switch (f->call) {
  case CALL_Cart_create:
    return of_grid(f->args);
  case CALL_Graph_create:
    return of_graph(f->args);
  case CALL_Dist_graph_create:
    return promise_mix(PROMISE_SEED, edges->weights == mpi_unweighted);
  case CALL_Dist_graph_create_adjacent:
    return promise_mix(promise_mix(PROMISE_SEED, adjacent->sourceweights == mpi_unweighted),
                       adjacent->destweights == mpi_unweighted);
    FORMS(Allgather, allgather)
    FORMS(Allgatherv, allgatherv)
    FORMS(Alltoall, alltoall)
    FORMS(Alltoallv, alltoallv)
    FORMS(Alltoallw, alltoallw)
    FORMS(Allreduce, allreduce)
    return c->inter ? 0 : of_place(f);
  case CALL_Intercomm_merge:
    return promise_mix(PROMISE_SEED, merge->high != 0);
  case CALL_Comm_split_type:
    return split->split_type == MPI_UNDEFINED ? 0
                                              : promise_mix(PROMISE_SEED, split->split_type);
  default:
    return 0;
  }
}

static int32_t root_of(const struct comm *c, const struct coll *k) {
  if (!has_root(k))
    return ROOT_NONE;
  if (!c->inter)
    return k->root;
  if (k->root == MPI_ROOT)
    return world.rank;
  if (k->root == MPI_PROC_NULL)
    return ROOT_OTHER;
  return k->root >= 0 && k->root < c->remote_size ? c->remote[k->root] : ROOT_NONE;
}

static int32_t side_of(const struct comm *c) {
  return c->inter ? lowest(c->rank, c->size) : -1;
}

/* Of these each process, or the root, gives an amount to itself. The own part of those with an
 * amount for each pair of processes is among their pairs (fill_amounts). */
static int is_to_itself(unsigned call) {
  switch (call) {
    FORMS(Gather, gather)
    FORMS(Scatter, scatter)
    FORMS(Allgather, allgather)
    FORMS(Alltoall, alltoall)
    return 1;
  default:
    return 0;
  }
}

/* Returns the bytes that this process names for itself, -1 if that is not known. */
static int64_t own_bytes(const struct part *p, struct event_data *one) {
  int64_t bytes;
  type_describe(one, 0, 1, p->type);
  if (p->count < 0 || !one->present || __builtin_mul_overflow(p->count, one->size, &bytes))
    return -1;
  return bytes;
}

struct own {
  struct event_data one, other; /* one element that is sent, and one that is received */
  int64_t sent, received;       /* bytes */
};

/* Returns whether this process sends to itself what it does not receive from itself. */
static int own_differs(const struct frame *f, const struct comm *c, const struct coll *k,
                       struct own *o) {
  if (k->send.type == k->recv.type && k->send.count == k->recv.count)
    return 0;
  if (c->inter || !is_to_itself(f->call) || !significant_data(f, 0) || !significant_data(f, 1))
    return 0;
  o->sent = own_bytes(&k->send, &o->one);
  o->received = own_bytes(&k->recv, &o->other);
  if (o->sent < 0 || o->received < 0)
    return 0;
  return o->sent != o->received || (o->sent && !check_alike(o->one.basic, o->one.element,
                                                            o->other.basic, o->other.element));
}

unsigned coll_promise(struct frame *f, struct comm *c, const struct coll *k) {
  struct promise p;
  memset(&p, 0, sizeof p);
  const MPI_Op *op = args_first(f->call, f->args, SHOW_OP);
  p.call = (uint16_t)f->call;
  p.on = OBJECT_COMM;
  p.root = root_of(c, k);
  p.side = side_of(c);
  /* Each group of an inter-communicator reduces what the other one gives. */
  int reduces = op && (!c->inter || (has_root(k) && p.root != ROOT_OTHER));
  p.reduce = reduces ? reduce_op(*op) : -1;
  p.bytes = -1;
  p.arguments = arguments_of(f, c);
  p.thread = f->thread->number;
  p.stack = stack_capture(f->thread);
  add_data(&p, c, k);
  struct own o;
  if (has_root(k) && own_differs(f, c, k, &o))
    p.bytes = -1; /* coll_own tells it; what the others name would only repeat it */
  struct amounts a;
  int pairs = fill_pairs(&a, f, c, k);
  if (pairs)
    p.amounts = amounts_hash(&a);
  else if (f->call == CALL_Dist_graph_create_adjacent && !c->inter)
    p.edges = graph_edges_sum(c, f->args);
  unsigned kind = agreement_kind(&p, &c->agreed, pairs ? &a : NULL);
  if (kind || !pairs || a.always)
    return kind;
  p.amounts = 0;
  return agreement_kind(&p, &c->agreed, NULL);
}

unsigned coll_promise_group(struct frame *f, struct comm *c, struct agreed *of) {
  const struct args_Comm_create_group *args = f->args;
  struct promise p;
  struct amounts a;
  if (!names_peers(c, of) || !fill_group(&a, c, args->group))
    return 0;
  memset(&p, 0, sizeof p);
  p.call = (uint16_t)f->call;
  p.on = OBJECT_COMM;
  p.root = ROOT_NONE;
  p.side = p.reduce = -1;
  p.bytes = -1;
  p.thread = f->thread->number;
  p.stack = stack_capture(f->thread);
  a.always = 1;
  p.amounts = amounts_hash(&a);
  return agreement_kind(&p, of, &a);
}

static void tell(struct frame *f, int what, int64_t sent, int64_t received) {
  struct event e;
  struct aside a = aside_begin();
  world_event(&e, f, EVENT_ARGUMENT);
  e.u.argument = (struct event_argument){(uint8_t)what, 0, sent, received};
  world_feed(&e);
  aside_end(a);
}

void coll_own(struct frame *f, const struct comm *c, const struct coll *k) {
  struct own o;
  if (!own_differs(f, c, k, &o))
    return;
  if (o.sent != o.received)
    tell(f, ARGUMENT_OWN_AMOUNT, o.sent, o.received);
  else
    tell(f, ARGUMENT_OWN_TYPE, o.one.basic, o.other.basic);
}
