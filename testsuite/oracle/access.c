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

static int leave(int call) {
  return call < 0 ? -1 : LEAVE(call);
}

static int enter(int call) {
  return call < 0 ? -1 : ENTER(call);
}

static void add_end(struct access *a, int node) {
  if (node >= 0)
    a->end[a->ends++] = node;
}

/* Where an operation is complete if that call completes it: a fence does when it is entered. */
static int end_by(const struct program *p, int call) {
  return p->call[call].kind == EVENT_FENCE ? ENTER(call) : LEAVE(call);
}

/* Whether the call completes all that its process has begun on the target; with `local`: at the
 * origin at least. */
static int completes(const struct program *p, int op, int call, int local) {
  const struct act *o = &p->call[op], *c = &p->call[call];
  if (c->rank != o->rank || c->win != o->win || (c->target >= 0 && c->target != o->target))
    return 0;
  switch (c->kind) {
  case EVENT_FENCE:
    return !(c->assertion & ASSERT_NOPRECEDE);
  case EVENT_FLUSH:
    return local || !c->flag;
  }
  return c->kind == EVENT_UNLOCK || c->kind == EVENT_UNLOCK_ALL;
}

/* An operation that began after a fence or a lock is complete by each call that completes all
 * before it and whose thread knows of the operation: if not, it may as well come first
 * (sections 11.5.1, 11.5.3 and 11.5.4); with `local` also by the one that completes its request
 * (section 11.3.5). If nothing has completed it when its epoch ends, that does, whichever
 * thread ends it. */
static void add_ends(const struct program *p, const struct graph *g, int epoch, int local,
                     struct access *a) {
  int op = a->call, fence = p->call[epoch].kind == EVENT_FENCE;
  int closes = fence ? next_fence(p, epoch) : match_unlock(p, epoch);
  int done = local && !fence ? match_done(p, op) : -1;
  for (int i = op + 1; i < p->calls; i++)
    if (i == done)
      add_end(a, ENTER(i));
    else if ((completes(p, op, i, local) && graph_reaches(g, ENTER(op), end_by(p, i))) ||
             (i == closes && !a->ends))
      add_end(a, end_by(p, i));
}

/* The operation is complete at the target, by rules 2, 3 and 4 of section 11.7. */
static void end_remotely(const struct program *p, const struct graph *g, int epoch,
                         struct access *a) {
  if (p->call[epoch].kind != EVENT_START) {
    add_ends(p, g, epoch, 0, a);
    return;
  }
  int post = match_post(p, epoch, p->call[a->call].target);
  add_end(a, post < 0 ? -1 : leave(match_wait(p, post)));
}

/* ... and at the origin, by rule 1 of section 11.7, or by section 11.3.5 if it has a request.
 */
static void end_locally(const struct program *p, const struct graph *g, int epoch,
                        struct access *a) {
  if (p->call[epoch].kind == EVENT_START)
    add_end(a, leave(match_complete(p, epoch)));
  else
    add_ends(p, g, epoch, 1, a);
}

/* A get is over when its data has come to the origin (section 11.3.5: then it is complete
 * there). Between MPI_Win_start and MPI_Win_complete that is in MPI_Win_complete. */
static void end_get(const struct program *p, const struct graph *g, int epoch,
                    struct access *a) {
  if (p->call[epoch].kind == EVENT_START)
    add_end(a, enter(match_complete(p, epoch)));
  else
    add_ends(p, g, epoch, 1, a);
}

int is_over_at(const struct graph *g, const struct access *a, int node) {
  for (int i = 0; i < a->ends; i++)
    if (graph_reaches(g, a->end[i], node))
      return 1;
  return 0;
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
  for (int i = 0; i < a->call && a->ends; i++) {
    const struct act *c = &p->call[i];
    int me = window_index(&p->window[c->win], a->owner);
    int own = c->kind == EVENT_LOCK_ALL || (c->kind == EVENT_LOCK && c->target == me);
    if (own && c->rank == a->owner && match_unlock(p, i) > a->call &&
        ENTER(match_unlock(p, i)) > a->end[0])
      add_guard(a, c);
  }
}

static struct access access_new(const struct program *p, int call, int part) {
  const struct act *c = &p->call[call];
  struct access a = {.call = call, .part = part, .rank = c->rank, .owner = c->rank};
  a.bytes = call_bytes(p, c, (enum part)part);
  a.start[0] = ENTER(call);
  a.start[1] = -1;
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
      (c->op == RMA_GET ? end_get : end_remotely)(p, g, epoch, a);
      if (p->call[epoch].kind == EVENT_LOCK || p->call[epoch].kind == EVENT_LOCK_ALL)
        add_guard(a, &p->call[epoch]);
    } else {
      a->update = part == PART_RESULT || c->op == RMA_GET;
      end_locally(p, g, epoch, a);
      guard_local(p, a);
    }
  }
  return n;
}

static int add_local(const struct program *p, int call, struct access *list) {
  *list = access_new(p, call, PART_ORIGIN);
  list->update = p->call[call].flag;
  add_end(list, p->call[call].request ? enter(match_done(p, call)) : ENTER(call));
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
