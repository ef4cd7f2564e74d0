#include "known_op.h"
#include <stdlib.h>
#include "interpose/base/aside.h"
#include "interpose/base/trace.h"
#include "interpose/base/world.h"
#include "interpose/data/in_use.h"
#include "interpose/data/stack_buffers.h"
#include "interpose/data/type.h"
#include "interpose/data/unmet_accesses.h"
#include "interpose/stack/stack.h"
#include "interpose/order/thread_order.h"
#include "interpose/stream/feed.h"
#include "interpose/stream/stream.h"
#include "interpose/tracers/tracers.h"
#include "atomic_value.h"
#include "win.h"

struct known_op {
  uint64_t mark;  /* as long as it is good, */
  struct win *in; /* the window is there */
  uint64_t win;   /* its id */
  struct op_args args;
  unsigned call;
  uint32_t stack, types; /* types: type_changes */
  int64_t size;          /* of its buffer */
  int64_t offset;        /* of its first byte from the address of the buffer */
};

static int is_same(const struct op_args *a, const struct op_args *b) {
  return a->win == b->win && a->target == b->target && a->origin_count == b->origin_count &&
         a->target_count == b->target_count && a->origin_type == b->origin_type &&
         a->target_type == b->target_type && a->op == b->op;
}

/* What is loaded and stored between two events is told with the later one. `size`: as for
 * tracers_pass. */
static int may_be_known(const struct frame *f, int64_t size) {
  return !f->depth && !trace_is_on() && tracers_pass(size);
}

static void take(struct frame *f, const struct known_op *k) {
  f->mark = k->mark;
  k->in->complete = MAY_BE_UNDER_WAY;
  f->thread->event.win = k->win;
  f->thread->event.target = k->args.target;
}

int known_op(struct frame *f, const struct op_args *a, const void *origin, MPI_Aint disp) {
  struct known_op *k = f->thread->known_op;
  if (!k || !k->mark || k->call != f->call || !is_same(&k->args, a) ||
      k->types != type_changes || k->stack != stack_capture(f->thread) ||
      !may_be_known(f, k->size))
    return 0;
  int64_t lo = (int64_t)(uintptr_t)origin + k->offset;
  lent_note(f->thread, lo);
  world_lock();
  uint64_t seq = 0;
  int known =
      !unmet_any() && check_again(world.check, k->mark, seq = world_next_event(), disp, lo);
  if (known)
    in_use_note();
  world_unlock();
  if (known)
    take(f, k);
  if (known && value_locked > 0)
    value_again(f, seq, lo, k->size);
  return known;
}

void known_op_keep(struct frame *f, const struct op_args *a, const void *origin) {
  struct thread *t = f->thread;
  struct known_op *k = t->known_op;
  if (f->depth || trace_is_on() || (!k && !(k = t->known_op = calloc(1, sizeof *k))))
    return;
  world_lock();
  k->mark = t->event.win ? check_mark(world.check, t->event.seq) : 0;
  world_unlock();
  k->win = t->event.win;
  k->in = win_in_call(a->win);
  if (!k->in)
    k->mark = 0;
  k->args = *a;
  k->call = f->call;
  k->stack = t->event.stack;
  k->types = type_changes;
  k->size = t->event.u.op.origin.size;
  k->offset = t->event.u.op.origin.lo - (int64_t)(uintptr_t)origin;
}

int known_flush(struct frame *f, MPI_Win win, int target) {
  struct known_op *k = f->thread->known_op;
  if (!k || !k->mark || k->args.win != win || k->args.target != target || !may_be_known(f, -1))
    return 0;
  world_lock();
  int known = check_locked(world.check, k->mark);
  world_unlock();
  if (known)
    take(f, k);
  return known;
}

int known_flushed(const struct frame *f) {
  world_lock();
  int known = f->rc == MPI_SUCCESS &&
              check_flushed(world.check, f->mark, value_locked > 0 ? value_when() : 0);
  if (known)
    in_use_note();
  world_unlock();
  return known;
}

/* What others tell is heard now and then by who makes such calls alone. */
static void drain(void) {
  static unsigned turn;
  if (world.alone || turn++ % 16)
    return;
  struct aside aside = aside_begin();
  stream_drain();
  aside_end(aside);
}

/* What the program has loaded and stored since the last event is told with the next one: this
 * call orders none of it. */
static int all_complete(struct frame *f, MPI_Win win, enum complete how) {
  if (f->depth || world_state != WORLD_ON || trace_is_on() || order_several ||
      !one_thread_calls())
    return 0;
  const struct win *w = win_in_call(win);
  if (!w || w->complete < how)
    return 0;
  f->thread->event.win = 0;
  drain();
  return 1;
}

int known_enter_Win_flush_all(struct frame *f) {
  return all_complete(f, ((const struct args_Win_flush_all *)f->args)->win, COMPLETE);
}

int known_enter_Win_flush_local_all(struct frame *f) {
  return all_complete(f, ((const struct args_Win_flush_local_all *)f->args)->win,
                      COMPLETE_LOCALLY);
}

int known_leave_Win_flush_all(struct frame *f) {
  return f->rc == MPI_SUCCESS;
}

int known_leave_Win_flush_local_all(struct frame *f) {
  return f->rc == MPI_SUCCESS;
}

void known_flush_keep(const struct frame *f) {
  const struct args_Win_flush_all *all = f->args;
  const struct args_Win_flush_local_all *local = f->args;
  int locally = f->call == CALL_Win_flush_local_all;
  struct win *w = win_in_call(locally ? local->win : all->win);
  if (!w || order_several || !one_thread_calls())
    return;
  world_lock();
  int known = check_all_complete(world.check, w->id, locally);
  world_unlock();
  w->complete = !known ? MAY_BE_UNDER_WAY : locally ? COMPLETE_LOCALLY : COMPLETE;
}

void known_event(struct frame *f, int kind) {
  struct event *e = &f->thread->event;
  uint64_t win = e->win;
  int32_t target = e->target;
  world_event(e, f, kind);
  e->win = win;
  e->target = target;
}
