#include "pscw_steps.h"
#include <stdlib.h>
#include "include/check.h"
#include "include/hash.h"
#include "include/name.h"
#include "interpose/base/world.h"
#include "rendezvous_steps.h"

/* An epoch of this process: with whom, and which one of the two it is. */
struct pscw_epoch {
  int n, nocheck;
  struct pscw_peer {
    int32_t rank; /* in the world */
    uint64_t number;
  } peer[PSCW_MOST];
  struct pscw_member {
    uint64_t count; /* how many epochs there were with it */
    int32_t rank;   /* in the world, plus 1; 0: not asked for yet */
  } * member;       /* by index */
};

struct pscw_window {
  uint64_t id;
  struct pscw_epoch access, exposure; /* the last one of each */
  UT_hash_handle hh;
};

/* Steps are followed only where one thread calls MPI. */
static struct pscw_window *windows, *last_window;

static struct pscw_window *find(uint64_t id) {
  struct pscw_window *w = last_window;
  if (!w || w->id != id)
    HASH_FIND(hh, windows, &id, sizeof id, w);
  return w ? last_window = w : NULL;
}

static struct pscw_window *get(uint64_t id) {
  struct pscw_window *w = find(id);
  if (w || !(w = calloc(1, sizeof *w)))
    return w;
  w->id = id;
  HASH_ADD(hh, windows, id, sizeof w->id, w);
  return last_window = w;
}

/* Posts and starts meet under one key, completes and waits under another. */
static uint64_t key_of(uint64_t window, int ends) {
  return name_mix(window + 0x70736377 + (uint64_t)ends);
}

static void begin(struct pscw_epoch *e, uint64_t window, int members, const int32_t *index,
                  int n) {
  e->n = 0;
  if (!e->member && !(e->member = calloc((size_t)members, sizeof *e->member)))
    return;
  for (int i = 0; i < n; i++) {
    struct pscw_member *m = &e->member[index[i]];
    if (!m->rank)
      m->rank = check_member(world.check, window, index[i]) + 1;
    if (e->n < PSCW_MOST && m->rank > 0)
      e->peer[e->n++] = (struct pscw_peer){m->rank - 1, m->count};
    m->count++;
  }
}

/* This process does what the peers of the epoch wait for, or has waited for what they do. */
static void arrive(struct frame *f, const struct pscw_epoch *e, int received, uint64_t key) {
  for (int i = 0; i < e->n; i++)
    rendezvous_after(f, &(struct message){e->peer[i].rank, received, key, e->peer[i].number},
                     rendezvous_steps(), NULL);
}

static void step(struct frame *f, const struct pscw_epoch *e, int received, uint64_t key) {
  for (int i = 0; i < e->n; i++)
    rendezvous_step(f, &(struct message){e->peer[i].rank, received, key, e->peer[i].number});
}

void pscw_post(struct frame *f, uint64_t window, int members, const int32_t *index, int n) {
  struct pscw_window *p = steps_followed() ? get(window) : NULL;
  if (!p)
    return;
  begin(&p->exposure, window, members, index, n);
  arrive(f, &p->exposure, 1, key_of(window, 0));
}

void pscw_start(struct frame *f, uint64_t window, int members, const int32_t *index, int n,
                int nocheck) {
  struct pscw_window *p = steps_followed() ? get(window) : NULL;
  (void)f;
  if (!p)
    return;
  begin(&p->access, window, members, index, n);
  p->access.nocheck = nocheck;
}

void pscw_started(struct frame *f, uint64_t window) {
  const struct pscw_window *p = find(window);
  if (p && !p->access.nocheck)
    step(f, &p->access, 0, key_of(window, 0));
}

void pscw_complete(struct frame *f, uint64_t window) {
  struct pscw_window *p = find(window);
  if (!p)
    return;
  arrive(f, &p->access, 0, key_of(window, 1));
  p->access.n = 0;
}

void pscw_waited(struct frame *f, uint64_t window) {
  struct pscw_window *p = find(window);
  if (!p)
    return;
  step(f, &p->exposure, 1, key_of(window, 1));
  p->exposure.n = 0;
}

void pscw_forget(uint64_t window) {
  struct pscw_window *p = find(window);
  if (!p)
    return;
  HASH_DEL(windows, p);
  last_window = NULL;
  free(p->access.member);
  free(p->exposure.member);
  free(p);
}
