/* epoch_calls.c: what happens at the synchronisation calls of windows (MPI_Win_fence, _start,
 * _lock, ...). */
#include <stdlib.h>
#include <string.h>
#include "interpose/thread_calls/turn.h"
#include "interpose/arguments/arguments.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"
#include "interpose/stream/stream.h"
#include "atomic_value.h"
#include "known_op.h"
#include "poll.h"
#include "interpose/handles/pscw_steps.h"
#include "win.h"
#include "interpose/stream/feed.h"

static __thread int32_t *group;

static uint32_t assertions(int given) {
  static const struct {
    int mpi;
    uint32_t ours;
  } bits[] = {{MPI_MODE_NOCHECK, ASSERT_NOCHECK},
              {MPI_MODE_NOSTORE, ASSERT_NOSTORE},
              {MPI_MODE_NOPUT, ASSERT_NOPUT},
              {MPI_MODE_NOPRECEDE, ASSERT_NOPRECEDE},
              {MPI_MODE_NOSUCCEED, ASSERT_NOSUCCEED}};
  uint32_t ours = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (given & bits[i].mpi) {
      ours |= bits[i].ours;
      given &= ~bits[i].mpi;
    }
  return ours | (given ? ASSERT_UNKNOWN : 0);
}

/* What other ranks have sent is fed first, so that the checker judges by everything known.
 * Calls that need nothing of it to be judged feed it only now and then. */
static void drain(int kind) {
  static __thread unsigned turn __attribute__((tls_model("initial-exec")));
  int seldom = kind == EVENT_FLUSH || kind == EVENT_SYNC;
  if (!world.alone && (!seldom || turn++ % 16 == 0))
    stream_drain();
}

/* Starts the event. Returns NULL if the window is not known. */
static const struct win *begin(struct frame *f, MPI_Win handle, int kind, int given) {
  const struct win *w = win_of_call(f, handle);
  f->thread->event.win = 0;
  if (!w)
    return NULL;
  drain(kind);
  world_event(&f->thread->event, f, kind);
  f->thread->event.win = w->id;
  f->thread->event.assertion = assertions(given);
  return w;
}

static void simple(struct frame *f, MPI_Win handle, int kind, int given) {
  const struct win *w = begin(f, handle, kind, given);
  if (!w)
    return;
  if (kind == EVENT_FENCE)
    turn_collective(f, w->id);
  else if (kind == EVENT_COMPLETE)
    pscw_complete(f, w->id);
  world_feed(&f->thread->event);
}

/* For calls with one target: MPI_PROC_NULL has no effect, and the library refuses a rank that
 * is out of range. */
static void targeted(struct frame *f, MPI_Win handle, int kind, int target, int given,
                     int flag) {
  const struct win *w = begin(f, handle, kind, given);
  if (!w)
    return;
  if (target < 0 || target >= w->count) {
    f->thread->event.win = 0;
    if (target != MPI_PROC_NULL)
      world_argument(f, w->id, ARGUMENT_RANK, target);
    return;
  }
  f->thread->event.target = target;
  f->thread->event.flag = (uint8_t)flag;
  world_feed(&f->thread->event);
}

static void grouped(struct frame *f, MPI_Win handle, int kind, MPI_Group given,
                    int given_assert) {
  const struct win *w = begin(f, handle, kind, given_assert);
  int n = 0;
  if (!w)
    return;
  int no_group = given == MPI_GROUP_NULL || handle_invalid(OBJECT_GROUP, &given);
  if (no_group)
    arguments_check_handles(f);
  if (no_group || object_over(OBJECT_GROUP, &given, NULL) || REAL(Group_size)(given, &n)) {
    f->thread->event.win = 0;
    return;
  }
  int *from = malloc(((size_t)n + 1) * sizeof *from),
      *to = malloc(((size_t)n + 1) * sizeof *to);
  for (int i = 0; from && i < n; i++)
    from[i] = i;
  if (!from || !to || (n && REAL(Group_translate_ranks)(given, n, from, w->group, to))) {
    f->thread->event.win = 0;
    free(to);
    to = NULL;
  }
  free(from);
  if (!to)
    return;
  int known = 0; /* the library may refuse processes outside the window's group */
  for (int i = 0; i < n; i++)
    if (to[i] >= 0 && to[i] < w->count)
      to[known++] = to[i];
  if (known < n)
    world_argument(f, w->id, ARGUMENT_GROUP, n - known);
  free(group);
  group = to;
  uint64_t when = f->thread->event.assertion & ASSERT_NOCHECK ? world_when() : 0;
  f->thread->event.u.group = (struct event_group){known, group, when};
  if (kind == EVENT_POST)
    pscw_post(f, w->id, w->count, group, known);
  else
    pscw_start(f, w->id, w->count, group, known,
               (f->thread->event.assertion & ASSERT_NOCHECK) != 0);
  world_feed(&f->thread->event);
}

/* A flush after an operation that is like one before. */
static int flush_again(struct frame *f, MPI_Win handle, int target) {
  if (value_gets || !known_flush(f, handle, target))
    return 0;
  drain(EVENT_FLUSH);
  return 1;
}

/* What is known after the call only. */
static void before_leave(struct event *e) {
  if (e->kind == EVENT_LOCK) {
    value_locks(1);
    e->u.when = value_when();
  } else if (e->kind == EVENT_FLUSH || e->kind == EVENT_UNLOCK) {
    value_last(e);
    if (e->kind == EVENT_UNLOCK)
      value_locks(-1);
  }
}

void epoch_leave(struct frame *f) {
  const struct event *e = &f->thread->event;
  int ok = f->rc == MPI_SUCCESS;
  if (f->mark) {
    if (ok)
      value_tell(f, e->win, e->target);
    if (known_flushed(f))
      return;
    known_event(f, EVENT_FLUSH);
  }
  int kind = e->win && ok ? e->kind : 0;
  int completes = kind == EVENT_FLUSH || kind == EVENT_UNLOCK || kind == EVENT_UNLOCK_ALL ||
                  kind == EVENT_FENCE || kind == EVENT_COMPLETE;
  if (completes)
    value_tell(f, e->win, e->target);
  if (kind == EVENT_LOCK || (completes && value_locked > 0))
    before_leave(&f->thread->event);
  if (e->win)
    world_feed_leave(&f->thread->event, ok);
  if (kind == EVENT_FLUSH && e->target < 0)
    known_flush_keep(f);
  if (completes && value_gets)
    value_others(f, e->win, e->target);
  if (kind == EVENT_START)
    pscw_started(f, e->win);
  else if (kind == EVENT_WAIT)
    pscw_waited(f, e->win);
  f->thread->event.win = 0;
}

void epoch_leave_test(struct frame *f) {
  struct args_Win_test *a = f->args;
  f->thread->event.flag = f->rc == MPI_SUCCESS && *a->flag;
  epoch_leave(f);
  if (f->rc == MPI_SUCCESS && !*a->flag)
    poll_note_window(f->thread, a->win);
}

static void check_lock_type(const struct frame *f, MPI_Win handle, int type) {
  const struct win *w = win_find(handle);
  if (w && type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED)
    world_argument(f, w->id, ARGUMENT_LOCK_TYPE, type);
}

#define EPOCH(name, Call, statement)                                                           \
  void epoch_enter_##name(struct frame *f);                                                    \
  void epoch_enter_##name(struct frame *f) {                                                   \
    struct args_##Call *a = f->args;                                                           \
    statement;                                                                                 \
  }

EPOCH(fence, Win_fence, simple(f, a->win, EVENT_FENCE, a->assert))
EPOCH(post, Win_post, grouped(f, a->win, EVENT_POST, a->group, a->assert))
EPOCH(start, Win_start, grouped(f, a->win, EVENT_START, a->group, a->assert))
EPOCH(complete, Win_complete, simple(f, a->win, EVENT_COMPLETE, 0))
EPOCH(wait, Win_wait, simple(f, a->win, EVENT_WAIT, 0))
EPOCH(test, Win_test, simple(f, a->win, EVENT_TEST, 0))
EPOCH(lock, Win_lock, check_lock_type(f, a->win, a->lock_type);
      targeted(f, a->win, EVENT_LOCK, a->rank, a->assert, a->lock_type == MPI_LOCK_EXCLUSIVE))
EPOCH(lock_all, Win_lock_all, simple(f, a->win, EVENT_LOCK_ALL, a->assert))
EPOCH(unlock, Win_unlock, targeted(f, a->win, EVENT_UNLOCK, a->rank, 0, 0))
EPOCH(unlock_all, Win_unlock_all, simple(f, a->win, EVENT_UNLOCK_ALL, 0))
EPOCH(flush, Win_flush,
      if (!flush_again(f, a->win, a->rank)) targeted(f, a->win, EVENT_FLUSH, a->rank, 0, 0))
EPOCH(flush_all, Win_flush_all, simple(f, a->win, EVENT_FLUSH, 0))
EPOCH(flush_local, Win_flush_local, targeted(f, a->win, EVENT_FLUSH, a->rank, 0, 1))
EPOCH(
    flush_local_all, Win_flush_local_all, if (begin(f, a->win, EVENT_FLUSH, 0)) {
      f->thread->event.flag = 1;
      world_feed(&f->thread->event);
    })
EPOCH(
    sync, Win_sync, simple(f, a->win, EVENT_SYNC, 0); if (f->thread->event.win) {
      f->thread->read.win = f->thread->event.win;
      f->thread->read.call = CALL_Win_sync;
      f->thread->read.stack = f->thread->event.stack;
    })
