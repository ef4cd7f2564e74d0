#include "match.h"

static int same(const struct act *a, const struct act *b) {
  return a->kind == b->kind && a->win == b->win;
}

static int member(const struct program *p, int win, int index) {
  return p->window[win].member[index];
}

int match_collective(const struct program *p, int call, int rank) {
  const struct act *c = &p->call[call];
  int number = 0;
  for (int i = 0; i < call; i++)
    number += p->call[i].rank == c->rank && same(&p->call[i], c);
  for (int i = 0; i < p->calls; i++)
    if (p->call[i].rank == rank && same(&p->call[i], c) && number-- == 0)
      return i;
  return -1;
}

/* Returns the n-th call by `rank` of that kind whose group contains `index`. */
static int grouped(const struct program *p, int kind, int win, int rank, int index, int n) {
  for (int i = 0; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    if (c->kind == kind && c->win == win && c->rank == rank && c->group >> index & 1 &&
        n-- == 0)
      return i;
  }
  return -1;
}

/* Returns the call of that kind by `other` that matches `call`: the n-th that names the caller,
 * if `call` is the n-th that names `other`. */
static int partner(const struct program *p, int call, int other, int kind) {
  const struct act *c = &p->call[call];
  int number = 0, me = window_index(&p->window[c->win], c->rank);
  if (!(c->group >> other & 1))
    return -1;
  for (int i = 0; i < call; i++) {
    const struct act *b = &p->call[i];
    number += b->rank == c->rank && same(b, c) && b->group >> other & 1;
  }
  return grouped(p, kind, c->win, member(p, c->win, other), me, number);
}

int match_post(const struct program *p, int start, int target) {
  return partner(p, start, target, EVENT_POST);
}

int match_start(const struct program *p, int post, int origin) {
  return partner(p, post, origin, EVENT_START);
}

int match_complete(const struct program *p, int start) {
  for (int i = start + 1; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    if (c->rank == p->call[start].rank && c->win == p->call[start].win &&
        c->kind == EVENT_COMPLETE)
      return i;
  }
  return -1;
}

int match_wait(const struct program *p, int post) {
  for (int i = post + 1; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    if (c->rank == p->call[post].rank && c->win == p->call[post].win &&
        (c->kind == EVENT_WAIT || (c->kind == EVENT_TEST && c->flag)))
      return i;
  }
  return -1;
}

int match_unlock(const struct program *p, int lock) {
  const struct act *l = &p->call[lock];
  for (int i = lock + 1; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    if (c->rank == l->rank && c->win == l->win &&
        (l->kind == EVENT_LOCK_ALL ? c->kind == EVENT_UNLOCK_ALL
                                   : c->kind == EVENT_UNLOCK && c->target == l->target))
      return i;
  }
  return -1;
}

int match_release(const struct program *p, int acquire) {
  const struct act *a = &p->call[acquire];
  int number = a->number;
  for (int i = 0; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    if (c->kind == EVENT_RELEASE && c->rank == a->target && c->target == a->rank &&
        c->key == a->key && number-- == 0)
      return i;
  }
  return -1;
}

int match_done(const struct program *p, int call) {
  const struct act *c = &p->call[call];
  for (int i = call + 1; c->request && i < p->calls; i++) {
    const struct act *d = &p->call[i];
    if (d->kind == EVENT_REQUEST_DONE && d->rank == c->rank && d->request == c->request)
      return i;
  }
  return -1;
}

int match_epoch(const struct program *p, int op) {
  const struct act *o = &p->call[op];
  for (int i = op - 1; i >= 0; i--) {
    const struct act *c = &p->call[i];
    if (c->rank != o->rank || c->win != o->win)
      continue;
    if (c->kind == EVENT_FENCE || (c->kind == EVENT_START && match_complete(p, i) > op) ||
        ((c->kind == EVENT_LOCK_ALL || (c->kind == EVENT_LOCK && c->target == o->target)) &&
         match_unlock(p, i) > op))
      return i;
  }
  return -1;
}
