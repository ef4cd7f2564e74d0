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
  uintptr_t lo, sp; /* sp: of the call that was the last to note memory here */
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

/* Returns a known frame that has memory at or below `at`: then `at` need not be noted. */
static struct lent *known(uintptr_t at) {
  struct lent *lent = own->lent;
  for (int i = 0; i < lent_count; i++)
    if (lent[i].lo == at || (lent[i].lo <= at && at < slot_of(&lent[i])))
      return &lent[i];
  return NULL;
}

/* Returns whether something in the frame is in use. */
static int is_used(const struct lent *l) {
  uintptr_t hi = slot_of(l) > l->lo ? slot_of(l) : l->lo + 1;
  return in_use_meets_now(l->lo, hi - l->lo) || freed_windows_meet(l->lo, hi);
}

/* A frame of which nothing is in use may have been left without a change of its slot, if that
 * lies in a part of another frame where nothing was written yet. What this one writes there
 * must not make its own buffers those of the old frame. A call at the same stack pointer is
 * taken for one from the same frame. Returns whether `at` still need not be noted. */
static int is_known(uintptr_t at, uintptr_t sp) {
  struct lent *l;
  while ((l = known(at))) {
    if (l->sp == sp || is_used(l)) {
      l->sp = sp;
      return 1;
    }
    *l = own->lent[--lent_count];
  }
  return 0;
}

/* Forgets frames that cannot be there any more where the new one is, if nothing of theirs is in
 * use: the memory of two frames does not overlap. */
static void forget_overlapping(const struct lent *new) {
  struct lent *lent = own->lent;
  for (int i = lent_count - 1; i >= 0; i--)
    if (lent[i].lo < slot_of(new) && new->lo < slot_of(&lent[i]) &&
        slot_of(&lent[i]) != slot_of(new) && !is_used(&lent[i]))
      lent[i] = lent[--lent_count];
}

/* If the frame is known already, the buffer lies lower in it: notes that. */
static int is_lower(const struct lent *l) {
  struct lent *lent = own->lent;
  for (int i = 0; i < lent_count; i++)
    if (l->frame.slot && lent[i].frame.slot == l->frame.slot) {
      lent[i].lo = l->lo;
      lent[i].sp = l->sp;
      return 1;
    }
  return 0;
}

static __attribute__((noinline)) void note(struct thread *t, uintptr_t at) {
  struct lent new = {.lo = at, .sp = t->registers[REG_SP]};
  if ((!own && !(own = calloc(1, sizeof *own))) || is_known(at, new.sp))
    return;
  if (lent_count == MOST || (own->walks > FREE && ++own->notes / SHARE < own->walks - FREE))
    return;
  own->walks++;
  extra_note(&new.frame, t, (void *)at);
  forget_overlapping(&new);
  if (!is_lower(&new))
    own->lent[lent_count++] = new;
}

void lent_note(struct thread *t, int64_t address) {
  if (extra_on_stack(t, (uintptr_t)address))
    note(t, (uintptr_t)address);
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
