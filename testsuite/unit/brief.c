#include "brief.h"

static int same_data(const struct event_data *a, const struct event_data *b) {
  return a->present == b->present && a->flags == b->flags && a->basic == b->basic &&
         a->element == b->element && a->size == b->size && a->hi - a->lo == b->hi - b->lo &&
         !a->runs && !b->runs;
}

static int is_like(const struct event *a, const struct event *b) {
  const struct event_op *o = &a->u.op, *p = &b->u.op;
  return a->win == b->win && a->target == b->target && a->call == b->call &&
         a->stack == b->stack && a->thread == b->thread && o->op == p->op &&
         o->reduce == p->reduce && !p->request && same_data(&o->origin, &p->origin) &&
         same_data(&o->target, &p->target) && o->target.lo == p->target.lo &&
         !p->result.present && !p->compare.present;
}

int brief_tell(struct brief *b, struct check *c, const struct event *e) {
  if (e->kind == EVENT_OP && e->phase == EVENT_ENTER)
    return b->mark && is_like(&b->before, e) &&
           check_again(c, b->mark, e->seq, e->u.op.disp, e->u.op.origin.lo);
  if (e->kind != EVENT_FLUSH || !b->mark || e->flag || e->win != b->before.win ||
      e->target != b->before.target)
    return 0;
  if (e->phase == EVENT_ENTER)
    return b->flushing = check_locked(c, b->mark);
  return b->flushing && check_flushed(c, b->mark, e->u.value.when);
}

void brief_fed(struct brief *b, const struct check *c, const struct event *e) {
  if (e->kind != EVENT_OP || e->phase != EVENT_ENTER)
    return;
  b->mark = check_mark(c, e->seq);
  b->before = *e;
}
