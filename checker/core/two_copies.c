/* two_copies.c: the private and the public copy of a window at this rank (section 11.4).
 *
 * MPI_Win_post, fence, unlock and sync bring what this process stored into the public copy;
 * MPI_Win_wait, fence, lock and sync bring what others updated into the private copy. Only
 * calls with an access of this process between them are remembered one by one: a call that
 * follows the last remembered one without such an access replaces it. */
#include <stdlib.h>
#include <string.h>
#include "access.h"
#include "array.h"
#include "clock.h"
#include "two_copies.h"
#include "memory.h"

#define MOST 16384 /* remembered calls */

static struct agreement *note(struct check *c, struct agreement **list, int *count, int *room,
                              int again) {
  if (again && *count)
    return &(*list)[*count - 1];
  if (*count == MOST) {
    for (int i = 0; i < MOST / 2; i++)
      clock_drop((*list)[i].clock);
    memmove(*list, *list + MOST / 2, MOST / 2 * sizeof **list);
    *count = MOST / 2;
  }
  *list = check_grow(c, *list, room, *count + 1, sizeof **list);
  if (c->failed)
    return NULL;
  struct agreement *a = &(*list)[(*count)++];
  memset(a, 0, sizeof *a);
  return a;
}

/* If windows share memory, what one window changes in the private copy is a change for the
 * other windows, too. */
static void tell_others(struct check *c, const struct window *own, int stored) {
  for (struct window *w = own->shares ? c->windows.table : NULL; w; w = w->hh.next)
    if (w != own && w->shares) {
      w->stored |= (uint8_t)stored;
      w->touched = 1;
    }
}

/* The last of the calls, if it was made by the current thread. */
static struct agreement *last_own(const struct check *c, struct agreement *list, int count) {
  struct agreement *last = count ? &list[count - 1] : NULL;
  return last && thread_slot(last->time) == thread_slot(c->time.now) ? last : NULL;
}

/* Only the first publication by a thread after a store counts. */
void copy_publish(struct check *c, struct window *w) {
  if (!w->stored && last_own(c, w->published, w->published_count))
    return;
  struct agreement *a = note(c, &w->published, &w->published_count, &w->published_room, 0);
  if (a)
    a->time = c->time.touched = c->time.now;
  w->stored = 0;
  tell_others(c, w, 0);
}

/* Only the last acquisition by a thread before an access counts. */
void copy_acquire(struct check *c, struct window *w) {
  struct agreement *a = note(c, &w->acquired, &w->acquired_count, &w->acquired_room,
                             !w->touched && last_own(c, w->acquired, w->acquired_count));
  if (!a)
    return;
  clock_drop(a->clock);
  *a = (struct agreement){c->time.now, clock_hold(c->clock)};
  c->time.acquired = c->time.now;
  w->touched = 0;
  tell_others(c, w, 1);
}

int copy_touched(struct check *c, const struct access *a) {
  int n = memory_windows(c, a);
  for (int i = 0; i < n; i++) {
    struct window *w = c->memory.met[i];
    w->touched = 1;
    c->time.touched = c->time.now;
    w->stored |= a->update;
    w->brings |= a->update;
    if (a->update && !w->unsynchronised) {
      w->unsynchronised = 1;
      w->update = a->site;
    }
  }
  return n;
}

int agreement_place(const struct agreement *list, int count, uint64_t time) {
  int lo = 0, hi = count;
  while (lo < hi) {
    int middle = lo + (hi - lo) / 2;
    if (list[middle].time < time)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

static int acquires(const struct check *c, const struct agreement *a, const struct access *op) {
  return access_over(c, op, a->clock, a->time);
}

/* Returns the first of the acquisitions before number `end` that brought the update into the
 * private copy; `end`: none did. What one thread knows it knows ever after; of several, a later
 * one may know less. */
static int first_acquisition(const struct check *c, const struct window *w,
                             const struct access *op, int end) {
  int lo = 0, hi = end;
  while (c->threads && lo < end && !acquires(c, &w->acquired[lo], op))
    lo++;
  while (!c->threads && lo < hi) {
    int middle = lo + (hi - lo) / 2;
    if (acquires(c, &w->acquired[middle], op))
      hi = middle;
    else
      lo = middle + 1;
  }
  return lo;
}

/* Returns whether one of the acquisitions before number `end` did. */
static int acquired_before(const struct check *c, const struct window *w,
                           const struct access *op, int end) {
  return c->threads ? first_acquisition(c, w, op, end) < end
                    : end > 0 && acquires(c, &w->acquired[end - 1], op);
}

int copy_settled(const struct check *c, const struct window *w, const struct access *op,
                 uint64_t time) {
  return acquired_before(c, w, op, agreement_place(w->acquired, w->acquired_count, time));
}

static uint64_t published_since(const struct window *w, uint64_t time) {
  int i = agreement_place(w->published, w->published_count, time);
  return i < w->published_count ? w->published[i].time : 0;
}

uint64_t copy_publication(const struct window *w, const struct access *store) {
  return published_since(w, store->end_time);
}

/* Returns whether `op` knows of a call after `time` that publishes. Who knows of one knows of
 * those before it, too, if one thread has made them. */
static int publication_known(const struct check *c, const struct window *w, uint64_t time,
                             const struct access *op) {
  int i = agreement_place(w->published, w->published_count, time);
  int end = c->threads ? w->published_count : i + 1;
  for (; i < w->published_count && i < end; i++)
    if (access_knows(c, op, c->rank, w->published[i].time))
      return 1;
  return 0;
}

int copy_published(const struct check *c, const struct window *w, const struct access *store,
                   const struct access *op) {
  return publication_known(c, w, store->end_time, op);
}

uint64_t copy_carries(const struct check *c, const struct window *from, const struct window *to,
                      const struct access *op) {
  int first = first_acquisition(c, from, op, from->acquired_count);
  return first < from->acquired_count ? published_since(to, from->acquired[first].time) : 0;
}

int copy_carried(const struct check *c, const struct window *from, const struct window *to,
                 const struct access *op, const struct access *later) {
  int first = first_acquisition(c, from, op, from->acquired_count);
  return first < from->acquired_count &&
         publication_known(c, to, from->acquired[first].time, later);
}

int copy_acquired(const struct check *c, const struct window *w, const struct access *op,
                  const struct access *local) {
  int i = agreement_place(w->acquired, w->acquired_count, local->start_time);
  return op->end_time != NEVER && acquired_before(c, w, op, i);
}

int copy_all_published(const struct check *c, const struct window *w, const struct access *op) {
  return !c->threads && !w->stored && w->published_count &&
         access_knows(c, op, c->rank, w->published[w->published_count - 1].time);
}

int copy_all_acquired(const struct window *w, const struct access *local) {
  const struct agreement *a = w->acquired_count ? &w->acquired[w->acquired_count - 1] : NULL;
  return a && a->time < local->start_time && a->clock && w->updated <= a->clock->floor;
}

void copy_free(struct window *w) {
  for (int i = 0; i < w->acquired_count; i++)
    clock_drop(w->acquired[i].clock);
  free(w->acquired);
  free(w->published);
  w->acquired = w->published = NULL;
  w->acquired_count = w->published_count = w->acquired_room = w->published_room = 0;
}
