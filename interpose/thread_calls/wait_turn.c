#include "wait_turn.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/own_stack.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"
#include "turn.h"

/* The last calls, each where the address of its variable says, guarded by the lock of the
 * world; the addresses. */
#define VARIABLES 64
static struct turn turns[VARIABLES];
static _Atomic uintptr_t variables[VARIABLES];
_Atomic uint64_t wait_turn_pages;

static unsigned place_of(uintptr_t at) {
  return (unsigned)(at * (uint64_t)0x9e3779b97f4a7c15u >> 32) % VARIABLES;
}

static void note(const struct turn *now, uintptr_t at) {
  unsigned place = place_of(at);
  turns[place] = *now;
  variables[place] = at;
  wait_turn_pages |= (uint64_t)1 << (at >> WAIT_TURN_PAGE & 63);
}

/* Whether other threads may use it, and not another variable at the same place. */
static int lasts(const struct frame *f, uintptr_t at) {
  struct own_stack mine = f->thread->number ? own_stack() : (struct own_stack){0, 0};
  return at < mine.lo || at >= mine.hi;
}

static int is_followed(const struct frame *f) {
  return order_on && world.concurrent && !f->depth;
}

static int was_noted(const MPI_Request *request) {
  return *request == MPI_REQUEST_NULL &&
         variables[place_of((uintptr_t)request)] == (uintptr_t)request;
}

void wait_turns_begin(struct frame *f, const MPI_Request *requests, int n, int waits) {
  int concern = 0;
  if (!is_followed(f) || !requests)
    return;
  n = n < VARIABLES ? n : VARIABLES;
  for (int i = 0; i < n; i++)
    concern |= was_noted(&requests[i]) || (waits && requests[i] != MPI_REQUEST_NULL);
  if (!concern)
    return;
  uint32_t stack = stack_capture(f->thread);
  struct turn before = {0};
  int last = waits && lasts(f, (uintptr_t)requests);
  world_lock();
  struct turn now = turn_now(f, 0, stack);
  for (int i = 0; i < n; i++) {
    const struct turn *t = &turns[place_of((uintptr_t)&requests[i])];
    if (was_noted(&requests[i]) && turn_is_unordered(f, t))
      before = *t;
    else if (last && requests[i] != MPI_REQUEST_NULL)
      note(&now, (uintptr_t)&requests[i]);
  }
  world_unlock();
  if (before.event)
    turn_tell(f, MISUSE_BOTH_UNORDERED, &before);
}

void wait_turn_end(struct frame *f, const MPI_Request *request) {
  if (!is_followed(f) || *request != MPI_REQUEST_NULL || !lasts(f, (uintptr_t)request))
    return;
  uint32_t stack = stack_capture(f->thread);
  world_lock();
  struct turn now = turn_now(f, 0, stack);
  note(&now, (uintptr_t)request);
  world_unlock();
}

void wait_turns_freed(uintptr_t at, size_t size) {
  for (int i = 0; i < VARIABLES; i++)
    if (variables[i] - at < size)
      variables[i] = 0;
}
