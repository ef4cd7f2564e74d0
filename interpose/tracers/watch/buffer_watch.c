/* buffer_watch.c: the tracer beside level `pages` that watches buffers in use: by debug
 * registers (points.h), by protected pages (guards.h), by copies (snapshot.h). Debug registers
 * also watch windows of a few bytes whose memory cannot be protected. Level pages works without
 * this tracer. */
#include "guards.h"
#include "interpose/tracers/pages/mapping.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/spin.h"
#include "interpose/tracers/shared/tracer.h"
#include "debug_registers.h"
#include "point_trap.h"
#include "points.h"
#include "snapshot.h"

static void attach(struct hooks_modules *modules, struct hooks_calls *calls) {
  (void)modules;
  trap_attach(&calls->trap);
}

static void before_init(void) {
  guards_before_init();
  debug_registers_before();
}

static void begin(void (*give_up)(void)) {
  (void)give_up;
  points_begin((decode_function *)spin_decoder(DECODE_FUNCTION));
  guards_begin();
  snapshots_begin();
}

static void stop(void) {
  points_stop();
  snapshots_stop();
  guards_stop();
}

static void end(void) {
  points_end();
  snapshots_end();
}

static void unwatch(int window) {
  (void)window;
  points_unwatch();
}

/* Watches the memory, and returns whether all of it is watched. With `all`, a part alone is not
 * kept. */
static int cover(struct view *v, uintptr_t at, size_t size, int all) {
  size_t count = points_cover(at, size);
  if (all && count < size)
    points_uncover(at, count);
  else if (count)
    *v = (struct view){VIEW_WATCHED, at, at + count, 0};
  return count == size;
}

/* A page of a stack is not protected for the sake of a few bytes. Guarded pages cannot belong
 * to a window, so guards are given back first. */
static int create(struct view *v, uintptr_t at, size_t size, enum view_turn turn) {
  if (turn == TURN_FEW && guards_count)
    guards_settle(1);
  if (turn == TURN_FEW)
    return size <= POINTS_MOST &&
           mapping_has_frames(at, at + size, thread_current->registers[REG_SP]) &&
           cover(v, at, size, 1);
  return turn == TURN_PART && cover(v, at, size, 0);
}

static int ignores(int64_t size, int store) {
  if ((!store && snapshot_is_due(size)) || !points_pass())
    return 0;
  if (!store)
    meter_leave_out(METER_SNAPSHOTS);
  return 1;
}

static void freed(struct view *v) {
  if (v->kind != VIEW_WATCHED)
    return;
  points_uncover(v->lo, v->hi - v->lo);
  v->kind = VIEW_NONE;
}

const struct tracer tracer_watch = {.attach = attach,
                                    .before_init = before_init,
                                    .after_init = debug_registers_after,
                                    .started = guards_after_init,
                                    .leave_out = debug_registers_leave_out,
                                    .begin = begin,
                                    .stop = stop,
                                    .end = end,
                                    .watch = points_watch,
                                    .unwatch = unwatch,
                                    .passes = snapshot_passes,
                                    .ignores = ignores,
                                    .before = snapshot_before,
                                    .after = snapshot_after,
                                    .create = create,
                                    .freed = freed,
                                    .settle = points_settle};
