/* earlier.h: what has happened before something: of each thread the last event that has, by its
 * number. Threads are named by number (base/thread.h), events by their `seq`.
 *
 * Takes memory from mmap alone and a spin lock of its own, because it is used wherever the
 * program orders its threads, perhaps inside malloc or in a handler of a signal. What does not
 * fit becomes "all threads", which is more than is true: it hides a race, and makes none up.
 * Cost: adding is the logarithm of the entries and moves those behind; at most EARLIER_MOST. */
#ifndef FENCEPOST_EARLIER_H
#define FENCEPOST_EARLIER_H

#include <stdint.h>

#define EARLIER_FEW 3
#define EARLIER_MOST 256

struct earlier_entry {
  int32_t thread;
  uint64_t seq;
};

/* All zero: nothing has happened. */
struct earlier {
  uint64_t all; /* the events of all threads up to this one have */
  uint32_t count, room;
  struct earlier_entry *more; /* if room */
  struct earlier_entry few[EARLIER_FEW];
};

void earlier_add(struct earlier *p, int32_t thread, uint64_t seq);
void earlier_add_from(struct earlier *p, const struct earlier *from);
/* As earlier_add, but returns 0 and changes nothing if there is no room. */
int earlier_try(struct earlier *p, int32_t thread, uint64_t seq);
void earlier_add_all(struct earlier *p, uint64_t seq);
/* The last event of the thread. */
uint64_t earlier_of(const struct earlier *p, int32_t thread);
void earlier_clear(struct earlier *p);

static inline const struct earlier_entry *earlier_entries(const struct earlier *p) {
  return p->room ? p->more : p->few;
}

static inline int earlier_empty(const struct earlier *p) {
  return !p->count && !p->all;
}

/* The last event that is in it. */
uint64_t earlier_latest(const struct earlier *p);

#endif
