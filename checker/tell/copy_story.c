#include <stdarg.h>
#include <stdio.h>
#include "checker/core/two_copies.h"
#include "checker/core/window_table.h"
#include "claim.h"
#include "copy_story.h"
#include "thread_link.h"

#define PUBLISHING "MPI_Win_sync, MPI_Win_fence, MPI_Win_post, MPI_Win_unlock"
#define FETCHING "MPI_Win_sync, MPI_Win_fence, MPI_Win_wait, MPI_Win_lock"

struct story {
  const struct check *c;
  struct finding *f;
  const struct access *a, *b; /* locations 0 and 1 */
};

/* Stands for the place of an access, which only the report knows. */
static const char *place(const struct story *t, const struct access *x) {
  return x == t->a ? "{0}" : "{1}";
}

#define SAY(to, ...) say(to, sizeof(to), __VA_ARGS__)
__attribute__((format(printf, 3, 4))) static void say(char *text, size_t room,
                                                      const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, room, format, ap);
  va_end(ap);
}

/* Nothing tells more steps than there is room for. */
static struct finding_step *step(const struct story *t, enum copy_step what, int32_t rank) {
  struct finding *f = t->f;
  struct finding_step *s = &f->step[f->steps < FINDING_STEPS ? f->steps++ : FINDING_STEPS - 1];
  *s = (struct finding_step){.what = (uint8_t)what, .location = -1, .rank = rank};
  s->window = f->window.id;
  return s;
}

static void used(const struct story *t, const struct access *x) {
  struct finding_step *s = step(t, x->update ? STEP_UPDATE : STEP_READ, x->rank);
  const char *does = x->update ? "updates" : "reads";
  s->public_copy = !x->local;
  s->location = x == t->b;
  if (x->local) {
    SAY(s->text, "%s %s the private copy of rank %d", place(t, x), does, t->c->rank);
    return;
  }
  s->window = x->win;
  SAY(s->text, "%s %s the public copy of %srank %d", place(t, x), does,
      x->win == t->f->window.id ? "" : "the other window of ", t->c->rank);
}

/* Names the calls that complete the access where the memory is. */
static const char *completing(const struct access *x) {
  static const char *const calls[] = {[EPOCH_NONE] = "MPI_Win_flush, MPI_Win_unlock",
                                      [EPOCH_FENCE] = "MPI_Win_fence",
                                      [EPOCH_START] = "MPI_Win_wait",
                                      [EPOCH_LOCK] = "MPI_Win_flush, MPI_Win_unlock",
                                      [EPOCH_LOCK_ALL] = "MPI_Win_flush, MPI_Win_unlock_all"};
  return x->local ? "MPI_Wait" : calls[x->epoch <= EPOCH_LOCK_ALL ? x->epoch : EPOCH_NONE];
}

/* `x` is not complete before what follows. */
static void not_complete(const struct story *t, const struct access *x) {
  int by_other = t->a->rank != t->b->rank;
  int at_owner = x->epoch == EPOCH_START || x->local;
  struct finding_step *s = step(t, STEP_COMPLETE, at_owner ? t->c->rank : x->rank);
  s->missing = 1;
  s->public_copy = !x->local;
  s->calls = completing(x);
  SAY(s->text, "missing: %s, which completes that%s before what follows", s->calls,
      x->epoch >= EPOCH_LOCK && by_other ? ", and then a message or barrier," : "");
}

static void not_published(const struct story *t) {
  struct finding_step *s = step(t, STEP_PUBLISH, t->c->rank);
  s->missing = s->public_copy = 1;
  s->calls = PUBLISHING;
  SAY(s->text, "missing: one of %s at rank %d, which brings that into the public copy",
      s->calls, s->rank);
}

static void fetched(const struct story *t, int missing) {
  struct finding_step *s = step(t, STEP_FETCH, t->c->rank);
  s->missing = (uint8_t)missing;
  s->calls = FETCHING;
  if (missing)
    SAY(s->text, "missing: one of %s at rank %d, which brings that into the private copy",
        s->calls, s->rank);
  else
    SAY(s->text, "a call of rank %d brings that into the private copy", s->rank);
}

/* The two are in order, but the owner's access does not see the update. */
static void not_seen(const struct story *t, const struct access *op, const struct access *x) {
  struct finding *f = t->f;
  used(t, op);
  fetched(t, 1);
  used(t, x);
  SAY(f->private_copy, "%s {%d}, and does not hold the update of {%d}",
      x->update ? "updated by" : "read by", x == t->b, op == t->b);
  SAY(f->public_copy, "holds the update of %s; nothing has brought it into the private copy",
      place(t, op));
  SAY(f->remedy,
      "Call MPI_Win_sync at rank %d between the completion of %s and %s (a fence, MPI_Win_wait "
      "or "
      "a lock of the window there does the same), or require MPI_WIN_MODEL to be "
      "MPI_WIN_UNIFIED.",
      x->rank, place(t, op), place(t, x));
}

/* The two are in order, but the operation does not see what the owner has stored. */
static void not_shown(const struct story *t, const struct access *op, const struct access *x) {
  struct finding *f = t->f;
  used(t, x);
  not_published(t);
  used(t, op);
  SAY(f->private_copy, "holds what %s stored; nothing has brought it into the public copy",
      place(t, x));
  SAY(f->public_copy, "%s %s, and does not hold what %s stored",
      op->update ? "updated by" : "read by", place(t, op), place(t, x));
  SAY(f->remedy,
      "Call MPI_Win_sync at rank %d between %s and what lets rank %d go on to %s (a fence, "
      "MPI_Win_post or an unlock of the window there does the same), or require MPI_WIN_MODEL "
      "to "
      "be MPI_WIN_UNIFIED.",
      x->rank, place(t, x), op->rank, place(t, op));
}

/* They are in no order, and have no byte in common. */
static void side_by_side(const struct story *t, const struct access *op,
                         const struct access *x) {
  struct finding *f = t->f;
  used(t, op);
  not_complete(t, op);
  used(t, x);
  SAY(f->private_copy, "holds what %s stored, and not the update of %s", place(t, x),
      place(t, op));
  SAY(f->public_copy, "being updated by %s; bringing one copy into the other may undo either",
      place(t, op));
  SAY(f->remedy,
      "Let %s be complete and brought into the private copy (MPI_Win_sync, fence, wait or lock "
      "at "
      "rank %d) before %s, or the other way round; or use a window for each; or require "
      "MPI_WIN_MODEL to be MPI_WIN_UNIFIED.",
      place(t, op), x->rank, place(t, x));
}

static const struct access *first_of(const struct story *t, const struct access *by_default) {
  const struct access *at[2] = {t->a, t->b};
  if (t->f->arrow.kind)
    return at[t->f->arrow.from];
  if (t->a->rank == t->b->rank)
    return t->a->site.seq < t->b->site.seq ? t->a : t->b;
  return by_default;
}

static enum thread_link link(const struct story *t) {
  int32_t thread;
  return thread_link(t->c, t->a->local ? t->b : t->a, t->a->local ? t->a : t->b, &thread);
}

static void in_no_order(const struct story *t, const struct access *by_default) {
  const struct access *first = first_of(t, by_default);
  used(t, first);
  if (link(t) == LINK_NONE)
    not_complete(t, first);
  used(t, first == t->a ? t->b : t->a);
}

static int one_thread(const struct access *a, const struct access *b) {
  return a->rank == b->rank && a->site.thread == b->site.thread;
}

/* Names the call that has to be added, where there is one that does. */
static void cure(const struct story *t, const struct access *by_default) {
  const struct access *first = first_of(t, by_default), *later = first == t->a ? t->b : t->a;
  struct finding *f = t->f;
  if (f->slug != SLUG_RMA_RACE && f->slug != SLUG_RMA_LOCAL_RACE)
    return;
  if (link(t) != LINK_NONE) {
    SAY(f->remedy,
        "Order the threads of rank %d (by an OpenMP barrier, a condition variable, a join or "
        "the "
        "like): what one of them knows of the other process, the other does not.",
        t->c->rank);
    return;
  }
  if (first->local || !later->win == !later->local)
    return;
  if (first->epoch == EPOCH_FENCE && (later->local || later->epoch == EPOCH_FENCE))
    SAY(f->remedy, "Add MPI_Win_fence, at all processes of the window, between %s and %s.",
        place(t, first), place(t, later));
  else if (first->epoch >= EPOCH_LOCK && one_thread(first, later))
    SAY(f->remedy, "Add MPI_Win_flush%s between %s and %s.",
        later->local ? ", and then MPI_Win_sync," : "", place(t, first), place(t, later));
  else if (first->epoch == EPOCH_START && later->local && !t->f->arrow.kind)
    SAY(f->remedy, "Move %s before MPI_Win_post or behind MPI_Win_wait of rank %d.",
        place(t, later), t->c->rank);
}

static void with_owner(const struct story *t, const struct access *op, const struct access *x,
                       int only_separate) {
  struct finding *f = t->f;
  if (!only_separate) {
    in_no_order(t, op);
    SAY(f->private_copy, "being %s by %s", x->update ? "written" : "read", place(t, x));
    SAY(f->public_copy, "being %s by %s", op->update ? "updated" : "read", place(t, op));
    cure(t, op);
    return;
  }
  if (access_before(t->c, op, x))
    not_seen(t, op, x);
  else if (access_before(t->c, x, op))
    not_shown(t, op, x);
  else
    side_by_side(t, op, x);
  if (f->slug == SLUG_RMA_LOCAL_RACE)
    SAY(f->title, "%s",
        f->arrow.kind == ARROW_COMPLETION
            ? "RMA operation and local access are in order, but use different copies of the "
              "window"
            : "Local store and RMA update of one window with no synchronisation between them");
}

static void other_copy(struct finding *f, const struct access *x, const char *text) {
  if (x->win == f->window.id) {
    SAY(f->public_copy, "%s", text);
    return;
  }
  f->other_window = x->win;
  SAY(f->other_copy, "%s", text);
}

/* One is over before the other starts, through another window. */
static void not_carried(const struct story *t, const struct access *first,
                        const struct access *later) {
  struct finding *f = t->f;
  const struct window *from = window_find(t->c, first->win);
  int in_private = from && copy_settled(t->c, from, first, NEVER);
  char text[120];
  used(t, first);
  fetched(t, !in_private);
  not_published(t);
  used(t, later);
  SAY(f->private_copy, "%s the update of %s", in_private ? "holds" : "does not hold",
      place(t, first));
  SAY(text, "holds the update of %s", place(t, first));
  other_copy(f, first, text);
  SAY(text, "does not hold the update of %s: it has to come through the private copy",
      place(t, first));
  other_copy(f, later, text);
  SAY(f->remedy,
      "Call MPI_Win_sync at rank %d on the window of %s and then on that of %s, after %s is "
      "complete and before what lets rank %d go on to %s; or use one window.",
      t->c->rank, place(t, first), place(t, later), place(t, first), later->rank,
      place(t, later));
}

/* Updates of different bytes through two windows, in no order. */
static void through_two(const struct story *t) {
  struct finding *f = t->f;
  in_no_order(t, t->a);
  other_copy(f, t->a, "being updated by {0}");
  other_copy(f, t->b, "being updated by {1}");
  SAY(f->private_copy, "both public copies come together here; one may undo the other");
  SAY(f->remedy,
      "Let {0} be complete and brought into the other window's copy (MPI_Win_sync on both "
      "windows "
      "at rank %d) before {1}, or the other way round; or use one window.",
      t->c->rank);
}

static void of_operations(const struct story *t, int only_separate) {
  struct finding *f = t->f;
  if (!only_separate) {
    in_no_order(t, t->a);
    if (t->a->win == t->b->win)
      SAY(f->public_copy, "being %s by {0} and %s by {1}", t->a->update ? "updated" : "read",
          t->b->update ? "updated" : "read");
    else
      other_copy(f, t->a, t->a->update ? "being updated by {0}" : "being read by {0}"),
          other_copy(f, t->b, t->b->update ? "being updated by {1}" : "being read by {1}");
    cure(t, t->a);
    return;
  }
  int in_order = access_before(t->c, t->a, t->b) || access_before(t->c, t->b, t->a);
  if (!in_order)
    through_two(t);
  else if (access_before(t->c, t->a, t->b))
    not_carried(t, t->a, t->b);
  else
    not_carried(t, t->b, t->a);
  if (f->slug == SLUG_RMA_RACE)
    SAY(f->title, "%s",
        in_order
            ? "Operations through two windows are in order, but not in both public copies"
            : "Updates through two overlapping windows with no synchronisation between them");
}

/* The same of a buffer that is used before its operation is complete. */
static void cure_buffer(const struct story *t) {
  const struct access *first = t->a->site.seq < t->b->site.seq ? t->a : t->b;
  const struct access *later = first == t->a ? t->b : t->a;
  struct finding *f = t->f;
  if (f->slug != SLUG_BUFFER_RACE || !one_thread(first, later) || !first->buffer)
    return;
  if (first->epoch == EPOCH_FENCE)
    SAY(f->remedy, "Add MPI_Win_fence, at all processes of the window, between %s and %s.",
        place(t, first), place(t, later));
  else if (first->epoch == EPOCH_START)
    SAY(f->remedy, "Move %s behind the MPI_Win_complete that ends the epoch of %s.",
        place(t, later), place(t, first));
}

void copy_story(const struct check *c, struct finding *f, const struct access *a,
                const struct access *b, int only_separate) {
  const struct story t = {c, f, a, b};
  f->only_separate = (uint8_t)only_separate;
  if (a->local && b->local) {
    cure_buffer(&t);
    return;
  }
  if (!a->local && !b->local)
    of_operations(&t, only_separate);
  else if ((a->local ? a : b)->rank == c->rank)
    with_owner(&t, a->local ? b : a, a->local ? a : b, only_separate);
}
