#include "turn.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

/* The last calls, each where its key says. Guarded by the lock of the world. */
#define TURNS 256
static struct turn turns[TURNS];

struct turn turn_now(const struct frame *f, uint64_t key, uint32_t stack) {
  return (struct turn){.key = key,
                       .thread = f->thread->number,
                       .followed = !order_on || order_follows(),
                       .call = f->call,
                       .stack = stack,
                       .event = world_next_event()};
}

int turn_is_unordered(const struct frame *f, const struct turn *before) {
  return before->event && before->followed && before->thread != f->thread->number &&
         !order_knows(before->thread, before->event);
}

int turn_take(const struct frame *f, uint64_t key, struct turn *before) {
  uint32_t stack = stack_capture(f->thread);
  struct turn *last = &turns[(key * 0x9e3779b97f4a7c15u >> 32) % TURNS];
  world_lock();
  *before = *last;
  int unordered = before->key == key && turn_is_unordered(f, before);
  *last = turn_now(f, key, stack);
  world_unlock();
  return unordered;
}

/* No other rank hears of it, because messages may not be sent from here. */
void turn_tell(struct frame *f, int misuse, const struct turn *before) {
  struct event e;
  world_event(&e, f, EVENT_MISUSE);
  e.u.misuse = (struct event_misuse){.what = (uint8_t)misuse,
                                     .call = (uint16_t)before->call,
                                     .thread = before->thread,
                                     .stack = before->stack,
                                     .value = (int64_t)before->event};
  world_feed_quietly(&e);
}

void turn_collective(struct frame *f, uint64_t id) {
  struct turn before;
  if (order_on && world.concurrent && turn_take(f, id, &before))
    turn_tell(f, MISUSE_COLLECTIVE_THREADS, &before);
}
