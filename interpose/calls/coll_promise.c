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

/* Each process has an amount of its own, which the root knows. */
static int is_by_rank(unsigned call) {
  return strstr(call_name(call), "atherv") || strstr(call_name(call), "catterv");
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

unsigned coll_promise(struct frame *f, const struct comm *c, const struct coll *k) {
  struct promise p;
  memset(&p, 0, sizeof p);
  const MPI_Op *op = args_first(f->call, f->args, SHOW_OP);
  p.call = (uint16_t)f->call;
  p.root = has_root(k) ? k->root : -1;
  p.reduce = op ? reduce_op(*op) : -1;
  p.bytes = -1;
  p.thread = f->thread->number;
  p.stack = stack_capture(f->thread);
  add_data(&p, c, k);
  return agreement_kind(&p, c);
}
