/* rma_buffers.c: the buffers and datatypes of an RMA operation (sections 11.3 and 11.2). */
#include "include/basic.h"
#include "checker/tell/basic_name.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "attached_memory.h"
#include "rma_buffers.h"

static void say_data(struct check *c, struct window *w, const struct event *e,
                     struct finding *f) {
  struct site s = site_of(w, e);
  f->window.owner = window_rank(w, e->target);
  claim_site(f, w, &s, ROLE_RMA_OPERATION);
  claim_out(c, f);
}

static int64_t clamp(__int128 n) {
  return n < INT64_MIN + 1 ? INT64_MIN + 1 : n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

/* Bytes outside the window are reported; the rest is treated like any other access. */
static int check_range(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  const struct event_member member = window_member(w, e->target), *m = &member;
  if (!o->target.present || o->target.lo >= o->target.hi)
    return 1;
  if (w->flavor == FLAVOR_DYNAMIC)
    return !region_low(c, w, e);
  __int128 base = (__int128)o->disp * m->disp_unit;
  __int128 lo = base + o->target.lo, hi = base + o->target.hi;
  if (lo >= 0 && hi <= m->size)
    return 1;
  struct site s = site_of(w, e);
  struct finding f = claim(TARGET_OUT_OF_WINDOW, w, call_name(e->call), m->rank,
                           (long long)m->size, (long long)o->disp, m->disp_unit);
  claim_site(&f, w, &s, ROLE_RMA_OPERATION);
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  claim_memory(&f, w, e->target, clamp(lo), clamp(hi));
  claim_out(c, &f);
  return 1;
}

/* Checks a datatype into which data is stored. */
static void say_overlap(struct check *c, struct window *w, const struct event *e,
                        const struct event_data *stored) {
  const struct event_op *o = &e->u.op;
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = stored == &o->origin
                         ? claim(ORIGIN_TYPE_OVERLAP, w, call, target)
                         : claim(TYPE_OVERLAP, w, call, target, data_name(o, stored));
  say_data(c, w, e, &f);
}

static void check_types(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  const struct event_data *all[] = {&o->origin, &o->result, &o->target};
  for (int i = 0; i < 3; i++)
    if (all[i]->present && (all[i]->flags & DATA_UNCOMMITTED)) {
      struct finding f = claim(TYPE_UNCOMMITTED, w, call_name(e->call),
                               window_rank(w, e->target), data_name(o, all[i]));
      say_data(c, w, e, &f);
    }
  int stored[] = {o->op == RMA_GET, o->op == RMA_GET_ACC,
                  o->op != RMA_GET && o->reduce != REDUCE_NO_OP};
  for (int i = 0; i < 3; i++)
    if (stored[i] && all[i]->present && (all[i]->flags & DATA_OVERLAP))
      say_overlap(c, w, e, all[i]);
}

/* Returns whether the data fits. */
static int check_size(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  const struct event_data *from = &o->origin, *to = &o->target;
  if (o->op == RMA_FETCH_OP || o->op == RMA_CAS)
    return 1;
  if (o->op == RMA_GET || (o->op == RMA_GET_ACC && o->result.size < o->target.size)) {
    from = &o->target;
    to = o->op == RMA_GET ? &o->origin : &o->result;
  } else if (o->reduce == REDUCE_NO_OP) {
    return 1;
  }
  if (from->size <= to->size)
    return 1;
  struct site s = site_of(w, e);
  struct finding f =
      claim(RMA_TRUNCATE, w, call_name(e->call), window_rank(w, e->target), data_name(o, from),
            (long long)from->size, (long long)to->size, data_name(o, to));
  claim_site(&f, w, &s, ROLE_RMA_OPERATION);
  claim_out(c, &f);
  return 0;
}

/* A put and a get are as a message from one buffer to the other. */
static void check_match(struct check *c, struct window *w, const struct event *e) {
  const struct event_data *o = &e->u.op.origin, *t = &e->u.op.target;
  if (!o->present || !t->present || !o->size || !t->size ||
      check_alike(o->basic, o->element, t->basic, t->element))
    return;
  struct finding f = claim(RMA_TYPE, w, call_name(e->call), window_rank(w, e->target),
                           basic_name(o->basic), basic_name(t->basic));
  say_data(c, w, e, &f);
}

/* Checks two datatypes that differ, or one that is mixed in itself. */
static void say_mixed(struct check *c, struct window *w, const struct event *e, unsigned basic,
                      unsigned other) {
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = other == BASIC_MIXED ? claim(ACC_TYPE_MIXED, w, call, target)
                                          : claim(ACC_TYPES_DIFFER, w, call, target,
                                                  basic_name(basic), basic_name(other));
  say_data(c, w, e, &f);
}

/* Returns whether the operation is allowed with these datatypes at all. */
static int is_allowed(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  int no_op = o->reduce == REDUCE_NO_OP && o->op == RMA_ACC;
  if (o->reduce != REDUCE_USER && !no_op &&
      !(o->op == RMA_FETCH_OP && (o->target.flags & DATA_DERIVED)))
    return 1;
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = o->reduce == REDUCE_USER ? claim(ACC_OP_OF_USER, w, call, target)
                     : no_op                  ? claim(ACC_NO_OP, w, call, target)
                                              : claim(ACC_TYPE_DERIVED, w, call, target);
  say_data(c, w, e, &f);
  return 0;
}

static void check_reduce(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  if (!is_allowed(c, w, e))
    return;
  const struct event_data *all[] = {&o->target, &o->result, &o->origin};
  unsigned basic = BASIC_UNKNOWN;
  for (int i = 0; i < (o->reduce == REDUCE_NO_OP ? 2 : 3); i++) {
    unsigned b = all[i]->basic;
    if (!all[i]->present || b == BASIC_UNKNOWN)
      continue;
    if (b == BASIC_MIXED || (basic != BASIC_UNKNOWN && b != basic)) {
      say_mixed(c, w, e, basic, b);
      return;
    }
    basic = b;
  }
  if (check_reduces(o->reduce, basic))
    return;
  struct finding f = claim(ACC_OP_UNDEFINED, w, call_name(e->call), window_rank(w, e->target),
                           reduce_name(o->reduce), basic_name(basic));
  say_data(c, w, e, &f);
}

static void check_cas(struct check *c, struct window *w, const struct event *e) {
  const struct event_data *t = &e->u.op.target;
  if (!t->present || (!(t->flags & DATA_DERIVED) && check_compares(t->basic)))
    return;
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = t->flags & DATA_DERIVED
                         ? claim(CAS_TYPE_DERIVED, w, call, target)
                         : claim(CAS_TYPE_INVALID, w, call, target, basic_name(t->basic));
  say_data(c, w, e, &f);
}

static void say_same(struct check *c, struct window *w, const struct event *e) {
  struct finding f = claim(RESULT_OVERLAP, w, call_name(e->call), window_rank(w, e->target));
  say_data(c, w, e, &f);
}

int data_check(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  int inside = check_range(c, w, e);
  check_types(c, w, e);
  int fits = check_size(c, w, e);
  if (fits && (o->op == RMA_PUT || o->op == RMA_GET))
    check_match(c, w, e);
  if (o->op == RMA_CAS)
    check_cas(c, w, e);
  else if (o->op >= RMA_ACC)
    check_reduce(c, w, e);
  if (o->result_overlap)
    say_same(c, w, e);
  return inside;
}
