/* clock.h: what a process knows of the events of others; a sparse vector clock.
 *
 * Every rank numbers its events. A clock knows rank r's events up to `floor`, and up to the
 * entry of r where that is more. Entries are sorted by rank and all above the floor. A clock is
 * never changed once made: it is shared by counting references, and NULL is the clock that
 * knows nothing. Functions that change one take over the reference they are given and return
 * another; when memory runs out they set *failed and return what they were given.
 *
 * Cost: joining is linear in the entries, looking up is their logarithm; an all-to-all
 * synchronisation of the whole world leaves a clock without entries. */
#ifndef FENCEPOST_CLOCK_H
#define FENCEPOST_CLOCK_H

#include "include/event.h"

struct clock {
  uint32_t refs;
  int32_t count;
  uint64_t floor;
  struct event_entry at[];
};

struct clock *clock_hold(struct clock *c);
void clock_drop(struct clock *c);
/* The last event of `rank` that the clock knows. */
uint64_t clock_at(const struct clock *c, int32_t rank);
struct clock *clock_join(struct clock *a, uint64_t floor, int32_t count,
                         const struct event_entry *at, int *failed);
struct clock *clock_merge(struct clock *a, const struct clock *b, int *failed);
struct clock *clock_add(struct clock *a, int32_t rank, uint64_t time, int *failed);
/* Writes into out[now->count] what `now` knows beyond `before`; returns the number of
 * entries. */
int32_t clock_news(const struct clock *now, const struct clock *before,
                   struct event_entry *out);

#endif
