/* access.c: what operations access is from section 11.3, when they do it from section 11.5,
 * and when they are complete from section 11.7. */
#include "access.h"
#include "graph.h"
#include "match.h"
#include <string.h>

static int next_fence(const struct program *p, int after) {
  const struct act *a = &p->call[after];
  for (int i = after + 1; i < p->calls; i++)
    if (p->call[i].kind == EVENT_FENCE && p->call[i].win == a->win &&
        p->call[i].rank == a->rank)
      return i;
  return -1;
}

/* Returns the first call in a lock epoch that completes the operation; with `local`: that
 * completes it at the origin. A flush by a thread that does not know of the operation does
 * not. */
static int next_flush(const struct program *p, const struct graph *g, int op, int local) {
  const struct act *o = &p->call[op];
  for (int i = op + 1; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    int mine = c->rank == o->rank && c->win == o->win;
    int names = c->target < 0 || c->target == o->target;
    if (mine && names &&
        (c->kind == EVENT_UNLOCK || c->kind == EVENT_UNLOCK_ALL ||
         (c->kind == EVENT_FLUSH && (local || !c->flag) &&
          graph_reaches(g, ENTER(op), LEAVE(i)))))
      return i;
  }
  return -1;
}

static int leave(int call) {
  return call < 0 ? -1 : LEAVE(call);
}

static int enter(int call) {
  return call < 0 ? -1 : ENTER(call);
}

/* Returns where the operation is complete at the target, by rules 2, 3 and 4 of section 11.7.
 */
static int remote_end(const struct program *p, const struct graph *g, int op, int epoch) {
  switch (p->call[epoch].kind) {
  case EVENT_FENCE:
    return enter(next_fence(p, epoch));
  case EVENT_START: {
    int post = match_post(p, epoch, p->call[op].target);
    return post < 0 ? -1 : leave(match_wait(p, post));
  }
  }
  return leave(next_flush(p, g, op, 0));
}

/* Returns where the operation is complete at the origin, by rule 1 of section 11.7, or by
 * section 11.3.5 if it has a request. */
static int local_end(const struct program *p, const struct graph *g, int op, int epoch) {
  switch (p->call[epoch].kind) {
  case EVENT_FENCE:
    return enter(next_fence(p, epoch));
  case EVENT_START:
    return leave(match_complete(p, epoch));
  }
  int flush = next_flush(p, g, op, 1), done = match_done(p, op);
  return done >= 0 && (flush < 0 || done < flush) ? ENTER(done) : leave(flush);
}

/* A get is over when its data has come to the origin (section 11.3.5: then it is complete
 * there). Between MPI_Win_start and MPI_Win_complete that is in MPI_Win_complete. */
static int get_end(const struct program *p, const struct graph *g, int op, int epoch) {
  if (p->call[epoch].kind == EVENT_START)
    return enter(match_complete(p, epoch));
  return local_end(p, g, op, epoch);
}

/* Returns the call that the target must have made before an operation accesses its window: the
 * post or the fence (section 11.5.1). */
static int exposed_at(const struct program *p, int op, int epoch) {
  const struct act *o = &p->call[op];
  if (p->call[epoch].kind == EVENT_FENCE)
    return enter(match_collective(p, epoch, p->window[o->win].member[o->target]));
  if (p->call[epoch].kind == EVENT_START)
    return enter(match_post(p, epoch, o->target));
  return -1;
}

static void add_guard(struct access *a, const struct act *lock) {
  a->guard[a->guards++] =
      (struct guard){lock->win, lock->flag, (lock->assertion & ASSERT_NOCHECK) != 0};
}

/* Adds the locks that the process holds on its own memory from the start to the end of the
 * access. */
static void guard_local(const struct program *p, struct access *a) {
  for (int i = 0; i < a->call && a->end >= 0; i++) {
    const struct act *c = &p->call[i];
    int me = window_index(&p->window[c->win], a->owner);
    int own = c->kind == EVENT_LOCK_ALL || (c->kind == EVENT_LOCK && c->target == me);
    if (own && c->rank == a->owner && match_unlock(p, i) > a->call &&
        ENTER(match_unlock(p, i)) > a->end)
      add_guard(a, c);
  }
}

static struct access access_new(const struct program *p, int call, int part) {
  const struct act *c = &p->call[call];
  struct access a = {.call = call, .part = part, .rank = c->rank, .owner = c->rank};
  a.bytes = call_bytes(p, c, (enum part)part);
  a.start[0] = ENTER(call);
  a.start[1] = a.end = -1;
  return a;
}

/* An accumulate with MPI_NO_OP only reads. MPI_Compare_and_swap may write, so it counts as an
 * update. */
static int updates_target(const struct act *c) {
  return c->op != RMA_GET && !(c->op != RMA_CAS && c->reduce == REDUCE_NO_OP);
}

static int add_op(const struct program *p, const struct graph *g, int op, struct access *list) {
  const struct act *c = &p->call[op];
  int epoch = match_epoch(p, op), n = 0;
  for (int part = PART_TARGET; part < PARTS; part++) {
    if (!c->at[part].runs || epoch < 0)
      continue;
    struct access *a = &list[n++];
    *a = access_new(p, op, part);
    if (part == PART_TARGET) {
      a->remote = 1;
      a->owner = p->window[c->win].member[c->target];
      a->update = updates_target(c);
      a->start[1] = exposed_at(p, op, epoch);
      a->end = c->op == RMA_GET ? get_end(p, g, op, epoch) : remote_end(p, g, op, epoch);
      if (p->call[epoch].kind == EVENT_LOCK || p->call[epoch].kind == EVENT_LOCK_ALL)
        add_guard(a, &p->call[epoch]);
    } else {
      a->update = part == PART_RESULT || c->op == RMA_GET;
      a->end = local_end(p, g, op, epoch);
      guard_local(p, a);
    }
  }
  return n;
}

static int add_local(const struct program *p, int call, struct access *list) {
  *list = access_new(p, call, PART_ORIGIN);
  list->update = p->call[call].flag;
  list->end = p->call[call].request ? enter(match_done(p, call)) : ENTER(call);
  guard_local(p, list);
  return 1;
}

int access_list(const struct program *p, const struct graph *g, struct access *list) {
  int n = 0;
  for (int i = 0; i < p->calls; i++) {
    if (p->call[i].kind == EVENT_OP)
      n += add_op(p, g, i, list + n);
    if (p->call[i].kind == EVENT_ACCESS)
      n += add_local(p, i, list + n);
  }
  return n;
}
