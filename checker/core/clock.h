/* clock.h: what a thread knows of the events of others; a sparse vector clock.
 *
 * Every rank numbers its events, and the lowest bits of a number say which thread of the rank
 * did it: its slot. A process with one thread, or whose threads are not followed, has slot 0
 * alone. So an entry (rank, number) names the thread whose events are known up to it, and a
 * rank can have an entry for each of its slots.
 *
 * A clock knows the events of all threads of other ranks up to `floor`, and those of a thread
 * up to its entry where that is more. Of the rank that the clock belongs to (`own`; -1 if its
 * threads are not followed) only entries count, because a call in which all ranks have met does
 * not tell a thread what other threads of its own process do. Entries are sorted by rank and
 * slot; those of other ranks are above the floor. A clock is never changed once made: it is
 * shared by counting references, and NULL is the clock that knows nothing. Functions that
 * change one take over the reference they are given and return another; when memory runs out
 * they set *failed and return what they were given.
 *
 * Cost: joining is linear in the entries, looking up is their logarithm; an all-to-all
 * synchronisation of the whole world leaves a clock without entries. */
#ifndef FENCEPOST_CLOCK_H
#define FENCEPOST_CLOCK_H

#include "include/event.h"

#define THREAD_BITS 8
#define THREAD_SLOTS (1u << THREAD_BITS)
/* From one event of a thread to the next number that it can have. */
#define EVENT_STEP ((uint64_t)THREAD_SLOTS)

static inline unsigned thread_slot(uint64_t time) {
  return (unsigned)(time & (EVENT_STEP - 1));
}

struct clock {
  uint32_t refs;
  int32_t count;
  uint64_t floor;
  struct event_entry at[];
};

struct clock *clock_hold(struct clock *c);
void clock_drop(struct clock *c);
/* The last event of that thread of `rank` that the clock knows; `own`: the rank that the clock
 * belongs to. */
uint64_t clock_at(const struct clock *c, int32_t own, int32_t rank, unsigned slot);
/* Whether the clock knows the event of `rank` with this number. */
static inline int clock_knows(const struct clock *c, int32_t own, int32_t rank, uint64_t time) {
  return clock_at(c, own, rank, thread_slot(time)) >= time;
}
/* The same for what a thread of the rank `own` knew at its own event `at`. */
static inline int clock_knew(const struct clock *c, int32_t own, uint64_t at, int32_t rank,
                             uint64_t time) {
  return rank == own && thread_slot(at) == thread_slot(time) ? at >= time
                                                             : clock_knows(c, own, rank, time);
}
/* The last event of any thread of another rank that the clock knows. */
uint64_t clock_last(const struct clock *c, int32_t rank);
struct clock *clock_join(struct clock *a, int32_t own, uint64_t floor, int32_t count,
                         const struct event_entry *at, int *failed);
struct clock *clock_merge(struct clock *a, int32_t own, const struct clock *b, int *failed);
struct clock *clock_add(struct clock *a, int32_t own, int32_t rank, uint64_t time, int *failed);
/* Writes into out[now->count] what `now` knows beyond `before`; returns the number of
 * entries. */
int32_t clock_news(const struct clock *now, const struct clock *before,
                   struct event_entry *out);

#endif
