#include "judge_epochs.h"
#include "threads.h"

static int is_of_epoch(const struct program *p, int op, int call) {
  return p->call[call].rank == p->call[op].rank && p->call[call].win == p->call[op].win;
}

static int opens(const struct program *p, int op, int call) {
  const struct act *c = &p->call[call];
  return c->kind == EVENT_LOCK_ALL || c->kind == EVENT_START ||
         (c->kind == EVENT_LOCK && c->target == p->call[op].target);
}

static int ends(const struct program *p, int op, int call) {
  const struct act *c = &p->call[call];
  return c->kind == EVENT_UNLOCK_ALL || c->kind == EVENT_COMPLETE ||
         (c->kind == EVENT_UNLOCK && c->target == p->call[op].target);
}

/* The operation takes place: the checker remembers no others. */
static int is_op(const struct program *p, int call) {
  return p->call[call].kind == EVENT_OP && call_inside(p, &p->call[call]);
}

static struct verdict verdict(int op, int call, const char *rule) {
  return (struct verdict){
      .call = {op, call}, .part = {-1, -1}, .slug = VERDICT_OP_OUTSIDE, .rule = rule};
}

int judge_opener(const struct program *p, const struct graph *g, int op, struct verdict *v) {
  for (int i = op - 1; is_op(p, op) && i >= 0; i--) {
    if (!is_of_epoch(p, op, i))
      continue;
    if (p->call[i].kind == EVENT_FENCE)
      return 0;
    if (!opens(p, op, i))
      continue;
    *v = verdict(op, i, "an operation comes after its epoch is opened");
    return !graph_reaches(g, LEAVE(i), ENTER(op));
  }
  return 0;
}

int judge_end(const struct program *p, const struct graph *g, int op, struct verdict *v) {
  int last = 1;
  for (int i = op + 1; is_op(p, op) && i < p->calls; i++) {
    if (!is_of_epoch(p, op, i))
      continue;
    if (p->call[i].kind == EVENT_FENCE)
      return 0;
    if (is_op(p, i) && threads_line(p, i) == threads_line(p, op))
      last = 0;
    if (!ends(p, op, i))
      continue;
    *v = verdict(op, i, "an operation comes before its epoch ends");
    v->doubtful = !last;
    return !graph_reaches(g, ENTER(op), ENTER(i));
  }
  return 0;
}
