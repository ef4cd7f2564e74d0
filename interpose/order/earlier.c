#include "earlier.h"
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include "interpose/base/leaf.h"
#include "interpose/base/spin_flag.h"

#define ROOM_LEAST 8
#define ROOMS 6 /* from ROOM_LEAST to EARLIER_MOST entries */
#define ARENA (1u << 16)

/* Memory for entries, by room. */
struct spare_entries {
  struct spare_entries *next;
};
static struct spare_entries *spare[ROOMS];
static char *arena;
static size_t arena_left;
static atomic_flag pool = ATOMIC_FLAG_INIT;

static void *arena_take(size_t bytes) {
  if (arena_left < bytes) {
    arena = pages_grow(NULL, 0, ARENA);
    arena_left = arena ? ARENA : 0;
  }
  if (!arena_left)
    return NULL;
  arena_left -= bytes;
  return arena + arena_left;
}

static struct earlier_entry *room_take(int which) {
  spin_take(&pool);
  struct spare_entries *s = spare[which];
  if (s)
    spare[which] = s->next;
  else
    s = arena_take((ROOM_LEAST << which) * sizeof(struct earlier_entry));
  spin_leave(&pool);
  return (struct earlier_entry *)s;
}

static void room_give(struct earlier_entry *at, int which) {
  struct spare_entries *s = (struct spare_entries *)at;
  spin_take(&pool);
  s->next = spare[which];
  spare[which] = s;
  spin_leave(&pool);
}

static int which_room(uint32_t room) {
  return __builtin_ctz(room / ROOM_LEAST);
}

void earlier_clear(struct earlier *p) {
  if (p->room)
    room_give(p->more, which_room(p->room));
  p->all = p->count = p->room = 0;
}

static struct earlier_entry *entries(struct earlier *p) {
  return p->room ? p->more : p->few;
}

/* Returns where the thread is, or would be. */
static uint32_t find(const struct earlier *p, int32_t thread) {
  const struct earlier_entry *at = earlier_entries(p);
  uint32_t lo = 0, hi = p->count;
  while (lo < hi) {
    uint32_t middle = (lo + hi) / 2;
    if (at[middle].thread < thread)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

static int grow(struct earlier *p) {
  uint32_t room = p->room ? 2 * p->room : ROOM_LEAST;
  struct earlier_entry *more = room > EARLIER_MOST ? NULL : room_take(which_room(room));
  if (!more)
    return 0;
  memcpy(more, entries(p), p->count * sizeof *more);
  if (p->room)
    room_give(p->more, which_room(p->room));
  p->more = more;
  p->room = room;
  return 1;
}

void earlier_add_all(struct earlier *p, uint64_t seq) {
  p->all = seq > p->all ? seq : p->all;
}

uint64_t earlier_latest(const struct earlier *p) {
  uint64_t last = p->all;
  for (uint32_t i = 0; i < p->count; i++)
    last = earlier_entries(p)[i].seq > last ? earlier_entries(p)[i].seq : last;
  return last;
}

int earlier_try(struct earlier *p, int32_t thread, uint64_t seq) {
  uint32_t i = find(p, thread);
  if (seq <= p->all)
    return 1;
  if (i < p->count && entries(p)[i].thread == thread) {
    if (entries(p)[i].seq < seq)
      entries(p)[i].seq = seq;
    return 1;
  }
  if (p->count == (p->room ? p->room : EARLIER_FEW) && !grow(p))
    return 0;
  struct earlier_entry *at = entries(p) + i;
  memmove(at + 1, at, (p->count - i) * sizeof *at);
  *at = (struct earlier_entry){thread, seq};
  p->count++;
  return 1;
}

void earlier_add(struct earlier *p, int32_t thread, uint64_t seq) {
  if (earlier_try(p, thread, seq))
    return;
  uint64_t last = earlier_latest(p);
  earlier_clear(p);
  earlier_add_all(p, seq > last ? seq : last);
}

void earlier_add_from(struct earlier *p, const struct earlier *from) {
  for (uint32_t i = 0; i < from->count; i++)
    earlier_add(p, earlier_entries(from)[i].thread, earlier_entries(from)[i].seq);
  earlier_add_all(p, from->all);
}

uint64_t earlier_of(const struct earlier *p, int32_t thread) {
  uint32_t i = find(p, thread);
  uint64_t seq =
      i < p->count && earlier_entries(p)[i].thread == thread ? earlier_entries(p)[i].seq : 0;
  return seq > p->all ? seq : p->all;
}
