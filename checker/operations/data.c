/* data.c: the buffers and datatypes of an RMA operation (sections 11.3 and 11.2). */
#include <stdio.h>
#include "include/basic.h"
#include "checker/core/basic_name.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "attached_memory.h"
#include "data.h"

enum class { CLASS_NONE, INTEGER, FLOATING, LOGICAL, COMPLEX, BYTE, MULTI, PAIR, OTHER };

static const unsigned char classes[BASICS] = {
#define BASIC(name, class) [BASIC_##name] = class,
#include "include/basics.def"
};

/* Where a reduction operation is defined (section 5.9.2). */
static const struct {
  const char *name;
  unsigned classes;
} reductions[] = {
#define ON(class) (1u << class)
    [REDUCE_MAX] = {"MPI_MAX", ON(INTEGER) | ON(FLOATING) | ON(MULTI)},
    [REDUCE_MIN] = {"MPI_MIN", ON(INTEGER) | ON(FLOATING) | ON(MULTI)},
    [REDUCE_SUM] = {"MPI_SUM", ON(INTEGER) | ON(FLOATING) | ON(COMPLEX) | ON(MULTI)},
    [REDUCE_PROD] = {"MPI_PROD", ON(INTEGER) | ON(FLOATING) | ON(COMPLEX) | ON(MULTI)},
    [REDUCE_LAND] = {"MPI_LAND", ON(INTEGER) | ON(LOGICAL)},
    [REDUCE_LOR] = {"MPI_LOR", ON(INTEGER) | ON(LOGICAL)},
    [REDUCE_LXOR] = {"MPI_LXOR", ON(INTEGER) | ON(LOGICAL)},
    [REDUCE_BAND] = {"MPI_BAND", ON(INTEGER) | ON(BYTE) | ON(MULTI)},
    [REDUCE_BOR] = {"MPI_BOR", ON(INTEGER) | ON(BYTE) | ON(MULTI)},
    [REDUCE_BXOR] = {"MPI_BXOR", ON(INTEGER) | ON(BYTE) | ON(MULTI)},
    [REDUCE_MINLOC] = {"MPI_MINLOC", ON(PAIR)},
    [REDUCE_MAXLOC] = {"MPI_MAXLOC", ON(PAIR)},
};

static void say_data(struct check *c, struct window *w, const struct event *e, enum slug slug,
                     const char *why) {
  struct site s = site_of(w, e);
  struct finding f =
      claim(slug, w, "%s to rank %d: %s", call_name(e->call), window_rank(w, e->target), why);
  f.window.owner = window_rank(w, e->target);
  claim_site(&f, w, &s, "RMA operation");
  claim_out(c, &f);
}

static int64_t clamp(__int128 n) {
  return n < INT64_MIN + 1 ? INT64_MIN + 1 : n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

/* What lies outside is reported; the rest is accessed like any other. */
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
  struct finding f =
      claim(SLUG_TARGET_OUT_OF_WINDOW, w,
            "%s to rank %d accesses bytes %lld to %lld of a window of %lld bytes "
            "(displacement %lld, unit %d).",
            call_name(e->call), m->rank, (long long)clamp(lo), (long long)clamp(hi) - 1,
            (long long)m->size, (long long)o->disp, m->disp_unit);
  claim_site(&f, w, &s, "RMA operation");
  claim_site(&f, NULL, &w->created, "window created here");
  claim_memory(&f, w, e->target, clamp(lo), clamp(hi));
  claim_out(c, &f);
  return 1;
}

static void check_types(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  const struct event_data *all[] = {&o->origin, &o->result, &o->target};
  static const char *const which[] = {"the origin datatype was never committed.",
                                      "the result datatype was never committed.",
                                      "the target datatype was never committed."};
  static const char *const twice[] = {
      "the origin datatype, into which data is stored, has overlapping entries.",
      "the result datatype has overlapping entries.",
      "the target datatype has overlapping entries."};
  for (int i = 0; i < 3; i++)
    if (all[i]->present && (all[i]->flags & DATA_UNCOMMITTED))
      say_data(c, w, e, SLUG_TYPE_UNCOMMITTED, which[i]);
  int stored[] = {o->op == RMA_GET, o->op == RMA_GET_ACC,
                  o->op != RMA_GET && o->reduce != REDUCE_NO_OP};
  for (int i = 0; i < 3; i++)
    if (stored[i] && all[i]->present && (all[i]->flags & DATA_OVERLAP))
      say_data(c, w, e, SLUG_TYPE_OVERLAP, twice[i]);
}

static void check_size(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  const struct event_data *from = &o->origin, *to = &o->target;
  const char *what[] = {"origin", "target"};
  if (o->op == RMA_FETCH_OP || o->op == RMA_CAS)
    return;
  if (o->op == RMA_GET || (o->op == RMA_GET_ACC && o->result.size < o->target.size)) {
    from = &o->target;
    to = o->op == RMA_GET ? &o->origin : &o->result;
    what[0] = "target";
    what[1] = o->op == RMA_GET ? "origin" : "result";
  } else if (o->reduce == REDUCE_NO_OP) {
    return;
  }
  if (from->size <= to->size)
    return;
  struct site s = site_of(w, e);
  struct finding f =
      claim(SLUG_RMA_TRUNCATE, w,
            "%s to rank %d: the %s describes %lld bytes of data, which do not fit in "
            "the %lld bytes of the %s.",
            call_name(e->call), window_rank(w, e->target), what[0], (long long)from->size,
            (long long)to->size, what[1]);
  claim_site(&f, w, &s, "RMA operation");
  claim_out(c, &f);
}

static void check_reduce(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  char why[256];
  if (o->reduce == REDUCE_USER) {
    say_data(
        c, w, e, SLUG_ACC_OP_INVALID,
        "the operation was made by MPI_Op_create; only predefined operations and MPI_REPLACE "
        "are allowed.");
    return;
  }
  if (o->reduce == REDUCE_NO_OP && o->op == RMA_ACC) {
    say_data(c, w, e, SLUG_ACC_OP_INVALID, "MPI_NO_OP is not allowed here.");
    return;
  }
  if (o->op == RMA_FETCH_OP && (o->target.flags & DATA_DERIVED)) {
    say_data(c, w, e, SLUG_ACC_TYPE_INVALID, "the datatype is not a predefined one.");
    return;
  }
  const struct event_data *all[] = {&o->target, &o->result, &o->origin};
  unsigned basic = BASIC_UNKNOWN;
  for (int i = 0; i < (o->reduce == REDUCE_NO_OP ? 2 : 3); i++) {
    unsigned b = all[i]->basic;
    if (!all[i]->present || b == BASIC_UNKNOWN)
      continue;
    if (b == BASIC_MIXED || (basic != BASIC_UNKNOWN && b != basic)) {
      snprintf(why, sizeof why, "the datatypes are built from %s and %s.", basic_name(basic),
               basic_name(b));
      say_data(c, w, e, SLUG_ACC_TYPE_INVALID,
               b == BASIC_MIXED ? "a datatype is built from several predefined datatypes."
                                : why);
      return;
    }
    basic = b;
  }
  if (o->reduce >= sizeof reductions / sizeof *reductions || !reductions[o->reduce].classes ||
      !classes[basic] || (reductions[o->reduce].classes & ON(classes[basic])))
    return;
  snprintf(why, sizeof why, "%s is not defined on %s.", reductions[o->reduce].name,
           basic_name(basic));
  say_data(c, w, e, SLUG_ACC_TYPE_INVALID, why);
}

static void check_cas(struct check *c, struct window *w, const struct event *e) {
  const struct event_data *t = &e->u.op.target;
  const unsigned legal = ON(INTEGER) | ON(LOGICAL) | ON(MULTI) | ON(BYTE);
  if (!t->present ||
      (!(t->flags & DATA_DERIVED) && (!classes[t->basic] || (legal & ON(classes[t->basic])))))
    return;
  char why[128];
  snprintf(why, sizeof why, "the datatype is %s.",
           t->flags & DATA_DERIVED ? "a derived one" : basic_name(t->basic));
  say_data(c, w, e, SLUG_CAS_TYPE_INVALID, why);
}

int data_check(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  int inside = check_range(c, w, e);
  check_types(c, w, e);
  check_size(c, w, e);
  if (o->op == RMA_CAS)
    check_cas(c, w, e);
  else if (o->op >= RMA_ACC)
    check_reduce(c, w, e);
  if (o->result_overlap)
    say_data(c, w, e, SLUG_RESULT_OVERLAP, "the origin and the result buffer overlap.");
  return inside;
}
