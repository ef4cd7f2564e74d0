#include "edge.h"
#include "world.h"

static void feed(struct frame *f, int kind, int32_t rank, uint64_t key, uint64_t number) {
  struct event e;
  if (rank < 0 || rank == world.rank || world.alone)
    return;
  world_event_plain(&e, f, kind);
  e.u.edge = (struct event_edge){rank, key, number};
  world_feed(&e);
}

void edge_release(struct frame *f, int32_t rank, uint64_t key) {
  feed(f, EVENT_RELEASE, rank, key, 0);
}

void edge_acquire(struct frame *f, int32_t rank, uint64_t key, uint64_t number) {
  feed(f, EVENT_ACQUIRE, rank, key, number);
}

uint64_t edge_key(uint64_t comm_id, int64_t tag) {
  uint64_t h = comm_id + 0x9e3779b97f4a7c15u * ((uint64_t)tag + 1);
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}
