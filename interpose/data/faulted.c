#include "faulted.h"
#include "interpose/base/args.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"
#include "use.h"

static void take_buffer(struct event_fault *v, struct thread *t) {
  struct uses uses;
  int64_t at = (int64_t)v->address;
  if (!use_time(t->call))
    return;
  use_of_call(&uses, t->call, (void *)(uintptr_t)t->args, USE_BOUNDS);
  for (const struct use *u = uses.first; u; u = u->next) {
    if (!u->buffer || u->data.lo > at || at >= u->data.hi)
      continue;
    v->lo = u->data.lo;
    v->hi = u->data.hi;
    v->store = (uint8_t)u->store;
    v->argument = (uint8_t)args_place(t->call, t->args, u->buffer);
    return;
  }
}

void faulted_tell(struct thread *t, uint64_t address, int store, const uint64_t *registers) {
  struct event e;
  int inside = (int)(t->seq & 1);
  if (inside && t->wrong == t->seq)
    return; /* that says more than where the library has got to with such arguments */
  world_event_plain(&e, &(struct frame){.thread = t, .call = t->call}, EVENT_FAULT);
  e.u.fault = (struct event_fault){.address = address};
  if (inside) {
    take_buffer(&e.u.fault, t);
    e.stack = stack_capture_thread(t, t->registers);
  } else {
    e.call = store ? CALL_STORE : CALL_LOAD;
    e.stack = stack_capture_interrupted(registers);
  }
  world_feed_quietly(&e);
}
