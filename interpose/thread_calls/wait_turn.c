#include "wait_turn.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/own_stack.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"
#include "turn.h"

/* The last waits, each where the address of its variable says; the addresses. `waits` is
 * guarded by the lock of the world. */
#define VARIABLES 64
static struct turn waits[VARIABLES];
static _Atomic uintptr_t variables[VARIABLES];
_Atomic uintptr_t wait_turns_end;

static unsigned place_of(uintptr_t at) {
  return (unsigned)(at * (uint64_t)0x9e3779b97f4a7c15u >> 32) % VARIABLES;
}

static void note(const struct turn *now, uintptr_t at) {
  unsigned place = place_of(at);
  waits[place] = *now;
  variables[place] = at;
  if (at >= wait_turns_end)
    wait_turns_end = at + 1;
}

void wait_turns(struct frame *f, const MPI_Request *requests, int n) {
  if (!order_on || !world.concurrent || f->depth || n <= 0 || !requests)
    return;
  uint32_t stack = stack_capture(f->thread);
  struct own_stack mine = f->thread->number ? own_stack() : (struct own_stack){0, 0};
  struct turn before = {0};
  world_lock();
  struct turn now = turn_now(f, 0, stack);
  for (int i = 0; i < n && i < VARIABLES; i++) {
    uintptr_t at = (uintptr_t)&requests[i];
    if (at >= mine.lo && at < mine.hi)
      continue;
    if (requests[i] != MPI_REQUEST_NULL)
      note(&now, at);
    else if (variables[place_of(at)] == at && turn_is_unordered(f, &waits[place_of(at)]))
      before = waits[place_of(at)];
  }
  world_unlock();
  if (before.event)
    turn_tell(f, MISUSE_BOTH_UNORDERED, &before);
}

void wait_turns_freed(uintptr_t at, size_t size) {
  for (int i = 0; i < VARIABLES; i++)
    if (variables[i] - at < size)
      variables[i] = 0;
}
