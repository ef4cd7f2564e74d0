#include "ring.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/world.h"
#include "shared_memory.h"

#define RANKS_MOST 4096
#define LINE 64           /* bytes of a cache line */
#define FILLER UINT32_MAX /* `length` of what fills the ring up to its end */

struct chunk_ring {
  int32_t from;
  uint32_t next;            /* number of another ring to the same rank; 0: none */
  _Atomic uint32_t written; /* bytes so far */
  _Alignas(LINE) _Atomic uint32_t read;
  _Alignas(LINE) unsigned char bytes[RING_BYTES];
};

struct chunk_head { /* before each chunk; it is aligned to its size */
  uint32_t length, before;
};

struct mailbox {                        /* of a receiver */
  _Alignas(LINE) _Atomic uint32_t bell; /* something was put since it looked */
  _Atomic uint32_t first;               /* number of a ring to it, from 1; 0: there is none */
  _Atomic uint32_t messages;            /* sent to it */
};

struct pool {
  _Atomic uint32_t taken;
  struct mailbox box[];
};

static struct pool *pool; /* NULL: there are no rings */
static struct chunk_ring *rings;
static uint32_t ring_count;
/* By rank: the ring to it (once there is none left: `none`), and the one from it. */
static struct chunk_ring **to_rank, **from_rank;
static struct chunk_ring none;

static size_t boxes_size(void) {
  return (sizeof(struct pool) + (size_t)world.size * sizeof(struct mailbox) + LINE - 1) / LINE *
         LINE;
}

void ring_begin(void) {
  const char *wanted = getenv("FENCEPOST_RING");
  size_t n = (size_t)world.size, pairs = n * (n - 1);
  if (!world.one_clock || n < 2 || n > RANKS_MOST)
    return;
  ring_count = pairs < RINGS_MOST ? (uint32_t)pairs : RINGS_MOST;
  to_rank = calloc(2 * n, sizeof(struct chunk_ring *));
  from_rank = to_rank ? to_rank + n : NULL;
  pool = shared_memory_make("-ring", boxes_size() + ring_count * sizeof(struct chunk_ring),
                            to_rank && !(wanted && !strcmp(wanted, "off")));
  rings = pool ? (struct chunk_ring *)((unsigned char *)pool + boxes_size()) : NULL;
}

void ring_end(void) {
  pool = NULL; /* what it has stays mapped: another thread may look */
}

static struct chunk_ring *ring_take(int to) {
  uint32_t number = atomic_fetch_add(&pool->taken, 1) + 1;
  if (number > ring_count)
    return &none;
  struct chunk_ring *r = &rings[number - 1];
  struct mailbox *box = &pool->box[to];
  r->from = world.rank;
  r->next = atomic_load(&box->first);
  while (!atomic_compare_exchange_weak(&box->first, &r->next, number))
    ;
  return r;
}

/* With its head, and aligned for the next one. */
static size_t size_in_ring(size_t n) {
  return (sizeof(struct chunk_head) * 2 - 1 + n) & ~(sizeof(struct chunk_head) - 1);
}

static struct chunk_head *head_at(struct chunk_ring *r, uint32_t at) {
  return (struct chunk_head *)(r->bytes + at % RING_BYTES);
}

int ring_put(int to, const void *bytes, size_t n, uint32_t before) {
  if (!pool)
    return 0;
  if (!to_rank[to])
    to_rank[to] = ring_take(to);
  struct chunk_ring *r = to_rank[to];
  if (r == &none)
    return 0;
  uint32_t at = atomic_load_explicit(&r->written, memory_order_relaxed);
  size_t used = at - atomic_load_explicit(&r->read, memory_order_acquire);
  size_t size = size_in_ring(n), left = RING_BYTES - at % RING_BYTES;
  size_t filler = size > left ? left : 0;
  if (used + filler + size > RING_BYTES)
    return 0;
  if (filler)
    *head_at(r, at) = (struct chunk_head){FILLER, 0};
  at += (uint32_t)filler;
  struct chunk_head *s = head_at(r, at);
  *s = (struct chunk_head){(uint32_t)n, before};
  memcpy(s + 1, bytes, n);
  atomic_store_explicit(&r->written, at + (uint32_t)size, memory_order_release);
  /* not a plain store, so that the receiver sees what all senders have put */
  atomic_fetch_or_explicit(&pool->box[to].bell, 1, memory_order_release);
  return 1;
}

void ring_message(int to) {
  if (pool)
    atomic_fetch_add(&pool->box[to].messages, 1);
}

int ring_any(void) {
  return pool != NULL;
}

int ring_messages(uint32_t got) {
  return !pool ||
         atomic_load_explicit(&pool->box[world.rank].messages, memory_order_acquire) != got;
}

/* Finds rings that were taken since. */
static void look_for_rings(void) {
  uint32_t number = atomic_load_explicit(&pool->box[world.rank].first, memory_order_acquire);
  for (; number && !from_rank[rings[number - 1].from]; number = rings[number - 1].next)
    from_rank[rings[number - 1].from] = &rings[number - 1];
}

void ring_each(void (*each)(int from)) {
  if (!pool || !atomic_load_explicit(&pool->box[world.rank].bell, memory_order_relaxed))
    return;
  atomic_exchange_explicit(&pool->box[world.rank].bell, 0, memory_order_acquire);
  uint32_t number = atomic_load_explicit(&pool->box[world.rank].first, memory_order_acquire);
  for (; number; number = rings[number - 1].next)
    each(rings[number - 1].from);
}

const unsigned char *ring_first(int from, uint32_t before, size_t *n) {
  if (!pool)
    return NULL;
  if (!from_rank[from])
    look_for_rings();
  struct chunk_ring *r = from_rank[from];
  if (!r)
    return NULL;
  uint32_t at = atomic_load_explicit(&r->read, memory_order_relaxed);
  if (at == atomic_load_explicit(&r->written, memory_order_acquire))
    return NULL;
  struct chunk_head *s = head_at(r, at);
  if (s->length == FILLER) {
    at += RING_BYTES - at % RING_BYTES;
    atomic_store_explicit(&r->read, at, memory_order_release);
    s = head_at(r, at);
  }
  if (s->before != before)
    return NULL;
  *n = s->length;
  return (const unsigned char *)(s + 1);
}

void ring_taken(int from) {
  struct chunk_ring *r = from_rank[from];
  uint32_t at = atomic_load_explicit(&r->read, memory_order_relaxed);
  atomic_store_explicit(&r->read, at + (uint32_t)size_in_ring(head_at(r, at)->length),
                        memory_order_release);
}
