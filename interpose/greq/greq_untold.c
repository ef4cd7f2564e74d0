/* greq_untold.c: the checker need not hear of requests with which all is well.
 *
 * Most requests are started, completed and waited for, and then the library gives their handle
 * to the next one. Nobody asks about these steps unless something else happens with the handle.
 * So they are kept here, for some handles, and told when that is about to be told (greq_tell).
 * If the handle is given to the next request after all steps, they need never be told. */
#include "grequest.h"
#include "interpose/base/lock.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

#define LIVES 1024
#define SHIFT 54 /* of a hash, so that LIVES values are left */

enum { STARTED = 1, COMPLETED, FREED };

struct life_step {
  const struct thread *thread;
  unsigned call;
  uint32_t stack;
};

static struct life {
  uint64_t handle;
  int steps; /* the last one; 0: nothing is kept */
  struct life_step step[FREED];
} lives[LIVES];

static struct owned_lock lock = LOCK_INITIALIZER;

static struct life *life_of(uint64_t handle) {
  return &lives[handle * 0x9e3779b97f4a7c15u >> SHIFT];
}

static int is_kept(const struct life *l, uint64_t handle) {
  return l->steps && l->handle == handle;
}

static void add(struct life *l, const struct frame *f, unsigned call) {
  l->step[l->steps++] = (struct life_step){f->thread, call, stack_capture(f->thread)};
}

/* Feeds what is kept, as if each step had been fed at once. */
static void tell(struct life *l) {
  static const uint8_t kind[FREED] = {GREQ_START, GREQ_COMPLETE, GREQ_FREED};
  int steps = l->steps;
  l->steps = 0;
  for (int i = 0; i < steps && world_state == WORLD_ON; i++) {
    struct event e;
    struct frame f = {.call = l->step[i].call, .thread = (struct thread *)l->step[i].thread};
    world_event_plain(&e, &f, EVENT_GREQ);
    e.stack = l->step[i].stack;
    e.u.greq.step = kind[i];
    e.u.greq.handle = l->handle;
    e.u.greq.callback = kind[i] == GREQ_FREED ? GREQ_FREE_FN : 0;
    world_feed_quietly(&e);
  }
}

void untold_start(const struct frame *f, uint64_t handle) {
  lock_take(&lock);
  struct life *l = life_of(handle);
  if (l->steps < FREED || l->handle != handle)
    tell(l);
  l->steps = 0;
  l->handle = handle;
  add(l, f, f->call);
  lock_leave(&lock);
}

/* Keeps the next step after `after`. Returns whether it did. */
static int keep(const struct frame *f, uint64_t handle, int after) {
  lock_take(&lock);
  struct life *l = life_of(handle);
  int kept = l->steps == after && l->handle == handle;
  if (kept)
    add(l, f, f->call);
  lock_leave(&lock);
  return kept;
}

int untold_complete(const struct frame *f, uint64_t handle) {
  return keep(f, handle, STARTED);
}

int untold_free(const struct frame *f, uint64_t handle) {
  return keep(f, handle, COMPLETED);
}

static void tell_handle(uint64_t handle) {
  struct life *l = life_of(handle);
  if (is_kept(l, handle))
    tell(l);
}

void untold_tell(const struct event *e) {
  lock_take(&lock);
  if (e->u.greq.count)
    for (int32_t i = 0; i < e->u.greq.count; i++)
      tell_handle(e->u.greq.list[i]);
  else
    tell_handle(e->u.greq.handle);
  lock_leave(&lock);
}

void greq_tell(struct event *e) {
  untold_tell(e);
  world_feed_quietly(e);
}

/* A wait needs requests that are complete. */
int untold_fine(const MPI_Request *requests, int n, enum greq_how how) {
  int fine = 1, least = how == GREQ_TEST ? STARTED : COMPLETED;
  lock_take(&lock);
  for (int i = 0; i < n && requests && fine; i++) {
    uint64_t handle = greq_number(requests[i]);
    const struct life *l = life_of(handle);
    fine = requests[i] == MPI_REQUEST_NULL ||
           (is_kept(l, handle) && l->steps >= least && l->steps < FREED);
  }
  lock_leave(&lock);
  return fine;
}

int untold_knows(uint64_t handle) {
  lock_take(&lock);
  int kept = is_kept(life_of(handle), handle);
  lock_leave(&lock);
  return kept;
}

void untold_end(void) {
  lock_take(&lock);
  for (struct life *l = lives; l < lives + LIVES; l++)
    tell(l);
  lock_leave(&lock);
}
