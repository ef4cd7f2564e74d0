#include "tracers.h"
#include <stdatomic.h>
#include <string.h>
#include "interpose/base/world.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/record.h"
#include "interpose/tracers/shared/segment.h"
#include "interpose/tracers/shared/spin.h"
#include "interpose/tracers/shared/worker.h"

const struct tracer tracer_mpi; /* level mpi needs no tracer: calls tell of their own buffers */

static const struct row {
  enum level level;
  const struct tracer *tracer;
} rows[] = {
#define TRACER(NAME, name, ...) {LEVEL_##NAME, &tracer_##name},
#define BESIDE(NAME, name, LEVEL, ...) {LEVEL_##LEVEL, &tracer_##name},
#include "include/tracers.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

static const struct tracer *active[ROWS + 1]; /* the tracers of the level; NULL ends the list */
static _Atomic int on;

#define ALL(function, ...)                                                                     \
  for (int i_ = 0; i_ < ROWS; i_++)                                                            \
    if (rows[i_].tracer->function)                                                             \
  rows[i_].tracer->function(__VA_ARGS__)

#define ACTIVE(function, ...)                                                                  \
  for (const struct tracer *const *t_ = active; *t_; t_++)                                     \
    if ((*t_)->function)                                                                       \
  (*t_)->function(__VA_ARGS__)

/* For all tracers, whatever the level is. */

void tracers_attach(struct hooks_modules *modules, struct hooks_calls *calls) {
  ALL(attach, modules, calls);
}

void tracers_before_init(void) {
  ALL(before_init);
}

void tracers_after_init(void) {
  ALL(after_init);
}

void tracers_started(void) {
  ALL(started);
}

void tracers_leave_out(void) {
  ALL(leave_out);
  worker_own();
}

/* Beginning and end. */

int tracers_wanted(enum level level, const struct options *o, const char **why) {
  for (int i = 0; i < ROWS; i++)
    if (rows[i].level == level && rows[i].tracer->wanted && !rows[i].tracer->wanted(o, why))
      return 0;
  return 1;
}

static void give_up(void) {
  ACTIVE(stop);
}

void tracers_begin(enum level level, const struct options *o) {
  int count = 0;
  if (level == LEVEL_MPI || record_begin(options_size(o, OPTION_MAX_MEMORY) / 2))
    return;
  for (int i = 0; i < ROWS; i++)
    if (rows[i].level == level)
      active[count++] = rows[i].tracer;
  on = 1;
  meter_begin(world.one_clock ? world.members : 1); /* not known of several hosts */
  spin_begin();
  ACTIVE(begin, give_up);
}

void tracers_stop(void) {
  if (!atomic_exchange(&on, 0))
    return;
  record_stop();
  give_up();
}

void tracers_end(void) {
  uint64_t lost = record_lost();
  ACTIVE(end);
  meter_tell(world_unseen);
  if (check_hidden(world.check))
    world_blind("accesses to shared windows in which processes may order themselves by atomic "
                "operations or polling that were not seen are not compared",
                SEEN_WINDOWS, UNSEEN_ORDER);
  world_unseen("loads and stores could not be kept within --max-memory: conflicts with them "
               "are not seen",
               lost, SEEN_WINDOWS, UNSEEN_LIMIT);
}

/* Of the checker. */

void tracers_watch(void *unused, const struct event_run *run, enum watch what) {
  (void)unused;
  if (on)
    ACTIVE(watch, run, what);
}

void tracers_unwatch(void *unused, int window) {
  (void)unused;
  if (on)
    ACTIVE(unwatch, window);
}

void tracers_touched(void *unused, const struct event_run *run, int update) {
  (void)unused;
  if (on)
    ACTIVE(touched, run, update);
}

static int missed(void) {
  int any = 0;
  for (const struct tracer *const *t = active; *t && !any; t++)
    any = (*t)->missed && (*t)->missed();
  return any;
}

void tracers_feed(void (*feed)(struct event *e), const struct event *next, uint64_t seq) {
  if (!on)
    return;
  segment_tell(feed, next, seq, missed);
  ACTIVE(segment, feed);
}

void tracers_fed(void) {
  if (on)
    ACTIVE(fed);
}

int tracers_accessed(void) {
  return on && record_any();
}

int tracers_pass(int64_t size) {
  if (!on)
    return 1;
  if (record_any())
    return 0;
  for (const struct tracer *const *t = active; *t; t++)
    if ((*t)->passes && !(*t)->passes(size))
      return 0;
  return 1;
}

int tracers_ignore(int64_t size, int store) {
  if (!on)
    return 1;
  int all = !record_any();
  for (const struct tracer *const *t = active; *t && all; t++)
    all = !(*t)->ignores || (*t)->ignores(size, store);
  return all;
}

void tracers_before(const struct event *e) {
  ACTIVE(before, e);
}

void tracers_after(const struct event *e) {
  ACTIVE(after, e);
}

/* Memory of windows. */

void *tracers_create(struct view *v, void *base, size_t size) {
  if (size && base)
    for (enum view_turn turn = TURN_FEW; turn <= TURN_NONE; turn++)
      for (const struct tracer *const *t = active; *t; t++)
        if ((*t)->create && (*t)->create(v, (uintptr_t)base, size, turn))
          return (char *)base + v->delta;
  return base;
}

void tracers_allocate(struct view *v, const void *base, size_t size) {
  if (size && base)
    ACTIVE(allocate, v, (uintptr_t)base, size);
}

void tracers_attach_memory(struct view *v, void *base, size_t size) {
  for (const struct tracer *const *t = active; *t; t++)
    if ((*t)->attachable && !(*t)->attachable())
      return;
  tracers_create(v, base, size);
}

void tracers_freed(struct view *v) {
  ACTIVE(freed, v);
}

/* A segment may be empty, and end where the mapping ends. */
void tracers_address(const struct view *v, void *pointer) {
  uintptr_t at;
  memcpy(&at, pointer, sizeof at);
  at -= (uintptr_t)v->delta;
  if (v->kind != VIEW_NONE && at >= v->lo && at <= v->hi)
    memcpy(pointer, &at, sizeof at);
}

/* Of the wrappers. */

void tracers_enter(void) {
  ACTIVE(enter);
}

void tracers_leave(void) {
  ACTIVE(leave);
}

void tracers_settle(void) {
  tracer_due = 0;
  ACTIVE(settle);
}

void tracers_to_mpi(struct pointers *p, void *pointer) {
  ACTIVE(to_mpi, p, pointer);
}
