#include "stack_buffers.h"
#include <stdlib.h>
#include "extra_state.h"
#include "freeing.h"
#include "in_use.h"
#include "interpose/stack/own_stack.h"

#define MOST 16  /* frames of a thread, at most */
#define FREE 256 /* walks; beyond, */
#define SHARE 16 /* after that one walk for so many buffers */

__thread int lent_count;

struct lent {
  uintptr_t lo;
  struct extra frame;
};

/* Only a pointer, because a library that is loaded late has little room for thread-local
 * variables. */
static __thread struct notes {
  struct lent lent[MOST];
  unsigned long walks, notes;
} * own;

static uintptr_t slot_of(const struct lent *l) {
  return (uintptr_t)l->frame.slot;
}

/* Returns whether a known frame has memory at or below `at`: then `at` need not be noted. */
static int is_known(uintptr_t at) {
  const struct lent *lent = own->lent;
  for (int i = 0; i < lent_count; i++)
    if (lent[i].lo == at || (lent[i].lo <= at && at < slot_of(&lent[i])))
      return 1;
  return 0;
}

/* If the frame is known already, the buffer lies lower in it: notes that. */
static int is_lower(const struct lent *l) {
  struct lent *lent = own->lent;
  for (int i = 0; i < lent_count; i++)
    if (l->frame.slot && lent[i].frame.slot == l->frame.slot) {
      lent[i].lo = l->lo;
      return 1;
    }
  return 0;
}

void lent_note(struct thread *t, int64_t address) {
  struct lent new = {.lo = (uintptr_t)address};
  if (!extra_on_stack(t, new.lo) || (!own && !(own = calloc(1, sizeof *own))) ||
      is_known(new.lo))
    return;
  if (lent_count == MOST || (own->walks > FREE && ++own->notes / SHARE < own->walks - FREE))
    return;
  own->walks++;
  extra_note(&new.frame, t, (void *)new.lo);
  if (!is_lower(&new))
    own->lent[lent_count++] = new;
}

/* Returns where the memory ends that is gone: at the frame's slot if the frame was left, else
 * at the stack pointer. */
static uintptr_t gone_to(const struct lent *l, uintptr_t sp) {
  uintptr_t slot = slot_of(l);
  if (slot && slot >= sp && *l->frame.slot != l->frame.value)
    return slot;
  return slot && slot < sp ? slot : sp;
}

void lent_look(struct frame *f, const void *stack) {
  uintptr_t sp = (uintptr_t)stack;
  int kept = 0;
  if (!extra_on_stack(f->thread, sp))
    return;
  for (int i = 0; i < lent_count; i++) {
    struct lent l = own->lent[i];
    uintptr_t to = gone_to(&l, sp);
    if (!in_use_beyond(l.lo) && !freed_windows_meet(l.lo, UINTPTR_MAX))
      continue;
    if (to > l.lo)
      freed_left(f, l.lo, to);
    if (to > l.lo && slot_of(&l) <= to)
      continue;
    l.lo = to > l.lo ? to : l.lo;
    own->lent[kept++] = l;
  }
  lent_count = kept;
}

void lent_end(void) {
  struct thread *t = thread_current;
  uintptr_t lo = UINTPTR_MAX;
  if (!lent_count || t->depth) /* it may have been cancelled within a call */
    return;
  for (int i = 0; i < lent_count; i++)
    lo = own->lent[i].lo < lo ? own->lent[i].lo : lo;
  lent_count = 0;
  freed_with_thread(t, lo, own_stack().hi);
}
