/* coll_promise.c: what a collective call promises its partners (agreement.h). */
#include <string.h>
#include "coll.h"
#include "include/basic.h"
#include "interpose/agreement/agreement.h"
#include "interpose/base/args.h"
#include "interpose/data/reduce_op.h"
#include "interpose/data/type.h"
#include "interpose/stack/stack.h"

static int has_root(const struct coll *k) {
  return k->direction == FROM_ROOT || k->direction == TO_ROOT;
}

/* All forms of a collective call. */
#define FORMS(Name, name)                                                                      \
  case CALL_##Name:                                                                            \
  case CALL_I##name:                                                                           \
  case CALL_##Name##_init:                                                                     \
  case CALL_X_##Name##_init:                                                                   \
  case CALL_##Name##_c:                                                                        \
  case CALL_I##name##_c:                                                                       \
  case CALL_##Name##_init_c:

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

/* The amount that all processes have to name alike: NULL if there is none. */
static const struct part *common(unsigned call, const struct comm *c, const struct coll *k) {
  if (has_root(k) && is_by_rank(call))
    return NULL;
  if (k->direction == IN_PAIRS || k->direction == ALONG || k->send.always)
    return NULL;
  if (k->direction == FROM_ROOT)
    return k->root == c->me ? &k->send : &k->recv;
  return k->direction == TO_ROOT && k->root != c->me ? &k->send : &k->recv;
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

static int compares_pairs(unsigned call, const struct comm *c) {
  return is_in_pairs(call) && c->size <= AMOUNTS_MOST &&
         (!c->agreed || c->agreed->calls < AMOUNT_CALLS);
}

static uint64_t amount(const struct part *p, const struct comm *c, int peer,
                       struct event_data *one) {
  int64_t count = p->counts ? count_at(p, p->own ? c->me : peer) : p->count;
  if (p->types || !one->present)
    type_describe(one, 0, 1, p->types ? p->types[peer] : p->type);
  return count < 0 || !one->present ? AMOUNT_NONE : (uint64_t)count * (uint64_t)one->size;
}

static void fill_side(struct amounts_side *s, const struct part *p, const struct comm *c,
                      int only) {
  struct event_data one = {.present = 0};
  for (int i = 0; i < c->size; i++)
    s->bytes[i] = i == c->me || (only >= 0 && i != only) ? AMOUNT_NONE : amount(p, c, i, &one);
  if (!p->types && one.present) {
    s->basic = one.basic;
    s->element = one.element;
  }
}

static void leave_out(struct amounts_side *s, int count) {
  for (int i = 0; i < count; i++)
    s->bytes[i] = AMOUNT_NONE;
}

/* What is not significant at this process is not looked at. */
static void fill_amounts(struct amounts *a, const struct comm *c, const struct coll *k) {
  int root = has_root(k) ? k->root : -1, is_root = root == c->me;
  memset(a, 0, sizeof *a);
  a->count = c->size;
  a->me = c->me;
  leave_out(&a->sent, c->size);
  leave_out(&a->received, c->size);
  if (root < 0 || (k->direction == FROM_ROOT) == is_root)
    fill_side(&a->sent, &k->send, c, is_root ? -1 : root);
  if (root < 0 || (k->direction == FROM_ROOT) != is_root)
    fill_side(&a->received, &k->recv, c, is_root ? -1 : root);
}

static uint64_t hash_of(const struct amounts *a) {
  uint64_t h = 14695981039346656037u;
  for (const unsigned char *b = (const unsigned char *)a; b < (const unsigned char *)(a + 1);
       b++)
    h = (h ^ *b) * 1099511628211u;
  return h ? h : 1;
}

static uint64_t mix(uint64_t h, int64_t n) {
  return (h ^ (uint64_t)n) * 1099511628211u;
}

static uint64_t mix_all(uint64_t h, const int *n, int count) {
  for (int i = 0; i < count; i++)
    h = mix(h, n[i]);
  return h;
}

/* Others of its arguments that all processes have to give alike (section 7.4). */
static uint64_t arguments_of(const struct frame *f) {
  const struct args_Cart_create *grid = f->args;
  const struct args_Graph_create *graph = f->args;
  uint64_t h = 14695981039346656037u;
  if (f->call == CALL_Cart_create && grid->ndims > 0) {
    h = mix_all(mix(h, grid->reorder != 0), grid->dims, grid->ndims);
    for (int i = 0; i < grid->ndims; i++)
      h = mix(h, grid->periods[i] != 0);
  } else if (f->call == CALL_Graph_create && graph->nnodes > 0)
    h = mix_all(mix_all(mix(h, graph->nnodes), graph->indx, graph->nnodes), graph->edges,
                graph->indx[graph->nnodes - 1]);
  else
    return 0;
  return h ? h : 1;
}

unsigned coll_promise(struct frame *f, const struct comm *c, const struct coll *k) {
  struct promise p;
  memset(&p, 0, sizeof p);
  const MPI_Op *op = args_first(f->call, f->args, SHOW_OP);
  p.call = (uint16_t)f->call;
  p.root = has_root(k) ? k->root : -1;
  p.reduce = op ? reduce_op(*op) : -1;
  p.bytes = -1;
  p.arguments = arguments_of(f);
  p.thread = f->thread->number;
  p.stack = stack_capture(f->thread);
  add_data(&p, c, k);
  struct amounts a;
  int pairs = compares_pairs((unsigned)f->call, c);
  if (pairs) {
    fill_amounts(&a, c, k);
    p.amounts = hash_of(&a);
  }
  return agreement_kind(&p, c, pairs ? &a : NULL);
}
