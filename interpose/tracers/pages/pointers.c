#include "pointers.h"
#include <string.h>
#include "pages.h"
#include "interpose/arch/region.h"
#include "interpose/base/world.h"

/* Finds the bytes, from the first to the last, that the call accesses through the pointer. */
static int hull(const struct pointers *p, const void *buffer, uintptr_t *lo, uintptr_t *hi) {
  int any = 0;
  for (const struct use *u = p->uses.first; u; u = u->next) {
    uintptr_t from = (uintptr_t)u->data.lo, to = (uintptr_t)u->data.hi;
    if (u->buffer != buffer)
      continue;
    *lo = any && *lo < from ? *lo : from;
    *hi = any && *hi > to ? *hi : to;
    any = 1;
  }
  return any;
}

static void set_held(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_HELD;
}

/* MPI keeps the address after the call, or the window may be freed by another thread than the
 * one in the call. */
static void hold(enum use_time time, uintptr_t lo, uintptr_t hi) {
  struct region r;
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi)
    if (!(r.state & REGION_HELD) &&
        (time == USE_AFTER || r.thread != (uintptr_t)__builtin_thread_pointer()))
      region_change(r.lo, r.hi, set_held, NULL);
}

static int is_buffer(uintptr_t lo, uintptr_t hi) {
  struct region r;
  int is = 0;
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi && !is; at = r.hi)
    is = (r.state & REGION_BUFFER) != 0;
  return is;
}

void pointers_to_mpi(struct pointers *p, void *pointer) {
  enum use_time time = use_time(p->frame->call);
  uintptr_t at, lo = 0, hi = 0;
  intptr_t delta = 0;
  if (time == USE_NEVER || !world_wants(p->frame->call))
    return;
  if (!p->described)
    use_of_call(&p->uses, p->frame->call, p->frame->args, USE_BOUNDS);
  p->described = 1;
  memcpy(&at, pointer, sizeof at);
  if (!hull(p, (const void *)at, &lo, &hi))
    return;
  switch (is_buffer(lo, hi) ? REGION_NONE : region_reach(lo, hi, &delta)) {
  case REGION_ALL:
    hold(time, lo, hi);
    at += (uintptr_t)delta;
    memcpy(pointer, &at, sizeof at);
    break;
  case REGION_PART:
    pages_part(lo, hi);
    break;
  default:
    break;
  }
}
