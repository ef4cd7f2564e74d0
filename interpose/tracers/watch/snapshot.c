#define _GNU_SOURCE
#include "snapshot.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "image.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/tracer.h"
#include "interpose/stack/stack.h"
#include "interpose/base/thread.h"
#include "interpose/stream/feed.h"

#define BUCKETS 256
#define MOST_BYTES (32u << 20) /* bytes that all snapshots together may take */
#define SPREAD (1 << 20)       /* bytes that are looked at without regard to the cost */

struct snapshot {
  struct snapshot *next;
  uint64_t key;   /* number of the request, or of the window */
  int32_t target; /* target of an operation that has no request */
  uint64_t seq;   /* number of the event that began to read */
  struct image *image;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct snapshot *buckets[BUCKETS];
static _Atomic size_t kept, kept_bytes;
static _Atomic uint64_t in_part;

static void snapshot_free(struct snapshot *s) {
  kept--;
  kept_bytes -= image_bytes(s->image);
  image_free(s->image);
  free(s);
}

/* Other processes may rightly change memory of windows, so it is left out. */
static int in_window(int64_t lo, int64_t hi) {
  world_lock();
  unsigned uses = check_uses(world.check, lo, hi);
  world_unlock();
  return uses >> WATCH_WINDOW & 1;
}

/* Counts what is left out. */
static int64_t part_of(const struct event_data *d) {
  if (meter_allows(METER_SNAPSHOTS, image_cost(d->size)))
    return d->size;
  if (!meter_first(meter_line(METER_SNAPSHOTS))) {
    meter_leave_out(METER_SNAPSHOTS);
    return 0;
  }
  in_part += d->size > SPREAD;
  return SPREAD;
}

static void take(const struct event *e, const struct event_data *d, uint64_t key) {
  int64_t part = !d->present || d->lo >= d->hi || d->flags & DATA_INEXACT ? 0 : part_of(d);
  if (!part || in_window(d->lo, d->hi))
    return;
  struct snapshot *s = kept_bytes < MOST_BYTES ? malloc(sizeof *s) : NULL;
  struct image *image = s ? image_take(d, part) : NULL;
  meter_spend(METER_SNAPSHOTS, image_cost(part < d->size ? part : d->size));
  if (!image) {
    free(s);
    return;
  }
  *s = (struct snapshot){NULL, key, e->target, e->seq, image};
  kept++;
  kept_bytes += image_bytes(image);
  pthread_mutex_lock(&lock);
  s->next = buckets[key % BUCKETS];
  buckets[key % BUCKETS] = s;
  pthread_mutex_unlock(&lock);
}

/* The operation itself changes these bytes, which is another finding. */
static int is_result(const struct event_op *o, const struct event_data *d) {
  return o->result.present && o->result.lo < d->hi && d->lo < o->result.hi;
}

void snapshot_after(const struct event *e) {
  if (e->kind == EVENT_ACCESS && e->u.access.request && !e->u.access.store &&
      !e->u.access.program)
    take(e, &e->u.access.data, e->u.access.request);
  if (e->kind != EVENT_OP)
    return;
  uint64_t key = e->u.op.request ? e->u.op.request : e->win;
  if (e->u.op.op != RMA_GET && !is_result(&e->u.op, &e->u.op.origin))
    take(e, &e->u.op.origin, key);
  if (!is_result(&e->u.op, &e->u.op.compare))
    take(e, &e->u.op.compare, key);
}

/* Takes out the snapshots that end with an event. `target`: -1 = all. */
static struct snapshot *complete(uint64_t key, int32_t target) {
  struct snapshot *all = NULL;
  pthread_mutex_lock(&lock);
  for (struct snapshot **at = &buckets[key % BUCKETS], *s; (s = *at);) {
    if (s->key != key || (target >= 0 && s->target != target)) {
      at = &s->next;
      continue;
    }
    *at = s->next;
    s->next = all;
    all = s;
  }
  pthread_mutex_unlock(&lock);
  return all;
}

static void tell(const struct event *cause, const struct snapshot *s,
                 const struct event_run *changed) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_ACCESS;
  e.call = cause->call;
  e.rank = cause->rank;
  e.thread = cause->thread;
  e.target = -1;
  e.stack = cause->stack ? cause->stack : stack_capture(thread_current);
  e.u.access = (struct event_access){.store = 1,
                                     .program = PROGRAM_CHANGED,
                                     .since = s->seq,
                                     .data = {.lo = changed->lo,
                                              .hi = changed->lo + changed->length,
                                              .size = changed->length,
                                              .present = 1}};
  world_feed(&e);
}

static void compare(const struct event *e, struct snapshot *s) {
  struct event_run changed;
  if (image_compare(s->image, &changed) && !in_window(changed.lo, changed.lo + changed.length))
    tell(e, s, &changed);
}

int snapshot_is_due(int64_t size) {
  return tracer_events && (meter_allows(METER_SNAPSHOTS, image_cost(size)) ||
                           meter_is_first(meter_line(METER_SNAPSHOTS)));
}

int snapshot_passes(int64_t size) {
  if (!tracer_events || (size < 0 && !kept))
    return 1;
  if (kept || snapshot_is_due(size))
    return 0;
  meter_leave_out(METER_SNAPSHOTS);
  return 1;
}

void snapshot_before(const struct event *e) {
  struct snapshot *all = NULL, *next;
  int drop = e->kind == EVENT_REQUEST_FREE || e->kind == EVENT_WIN_FREE;
  if (!kept)
    return;
  switch (e->kind) {
  case EVENT_REQUEST_DONE:
  case EVENT_REQUEST_FREE:
    all = complete(e->u.request, -1);
    break;
  case EVENT_UNLOCK:
  case EVENT_FLUSH:
    all = complete(e->win, e->target);
    break;
  case EVENT_FENCE:
  case EVENT_COMPLETE:
  case EVENT_UNLOCK_ALL:
  case EVENT_WIN_FREE:
    all = complete(e->win, -1);
    break;
  default:
    break;
  }
  for (; all; all = next) {
    next = all->next;
    if (!drop)
      compare(e, all);
    snapshot_free(all);
  }
}

void snapshots_begin(void) {
  tracer_events = 1;
}

void snapshots_stop(void) {
  tracer_events = 0;
}

void snapshots_end(void) {
  if (!image_readable())
    world_blind(
        "the kernel does not let a process read its memory safely: buffers of operations under "
        "way are not compared",
        SEEN_ELSEWHERE, UNSEEN_SYSTEM);
  world_unseen("buffers of operations under way of which only a part was compared, because "
               "more would cost too much",
               in_part, SEEN_ELSEWHERE, UNSEEN_COST);
}
