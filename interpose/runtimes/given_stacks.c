#define _GNU_SOURCE
#include "given_stacks.h"
#include <stddef.h>

struct given_stacks given_stacks;

/* Returns a place to use: that of an earlier thread with the same memory, or a free one. */
static struct given_stack *place(uintptr_t lo, uintptr_t hi) {
  for (int i = 0; i < given_stacks.count && i < GIVEN_STACKS; i++) {
    struct given_stack *s = &given_stacks.stack[i];
    if (s->hi && s->lo < hi && lo < s->hi)
      return s;
  }
  for (int i = 0; i < given_stacks.count && i < GIVEN_STACKS; i++) {
    struct given_stack *s = &given_stacks.stack[i];
    uintptr_t none = 0;
    if (atomic_compare_exchange_strong(&s->hi, &none, 1)) /* nothing lies below 1 */
      return s;
  }
  int i = given_stacks.count < GIVEN_STACKS ? given_stacks.count++ : GIVEN_STACKS;
  return i < GIVEN_STACKS ? &given_stacks.stack[i] : NULL;
}

struct given_stack *given_stacks_note(const pthread_attr_t *attributes) {
  void *low;
  size_t size;
  if (!attributes || pthread_attr_getstack(attributes, &low, &size))
    return NULL;
  uintptr_t lo = (uintptr_t)low, hi = lo + size; /* 0: they have none */
  struct given_stack *s = hi ? place(lo, hi) : NULL;
  if (!s)
    return NULL;
  s->lo = lo;
  s->hi = hi;
  void (*given)(uintptr_t, uintptr_t) = given_stacks.given;
  if (given)
    given(lo, hi);
  return s;
}

void given_stacks_drop(struct given_stack *noted) {
  if (noted)
    noted->hi = 0;
}

/* A pthread_t is the address of what libc knows of the thread, in its stack. */
void given_stacks_joined(pthread_t thread) {
  for (int i = 0; i < given_stacks.count && i < GIVEN_STACKS; i++) {
    struct given_stack *s = &given_stacks.stack[i];
    if (s->lo <= (uintptr_t)thread && (uintptr_t)thread < s->hi)
      s->hi = 0;
  }
}
