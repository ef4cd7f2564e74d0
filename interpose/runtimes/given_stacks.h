/* given_stacks.h: memory that the program has given to its threads as their stacks
 * (pthread_attr_setstack). The thread's variables lie there, too, and the kernel writes there,
 * so nobody may protect it as long as the thread lives. */
#ifndef FENCEPOST_GIVEN_STACKS_H
#define FENCEPOST_GIVEN_STACKS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define GIVEN_STACKS 1024 /* more at a time are not known */

struct given_stacks {
  atomic_int count; /* of places that were ever used */
  struct given_stack {
    _Atomic uintptr_t lo, hi; /* hi is 0: the place is free */
  } stack[GIVEN_STACKS];
  /* Called when one was noted, before its thread is made. NULL: nobody asks. */
  void (*_Atomic given)(uintptr_t lo, uintptr_t hi);
};
extern struct given_stacks given_stacks __attribute__((visibility("hidden")));

/* A thread is about to be made with these attributes, which may be NULL. Returns where its
 * stack is noted; NULL: it has none, or there is no place. */
struct given_stack *given_stacks_note(const pthread_attr_t *attributes);
/* No thread was made. */
void given_stacks_drop(struct given_stack *noted);
/* The thread has been joined. That of a detached thread stays noted until the memory is given
 * to another one. */
void given_stacks_joined(pthread_t thread);

#endif
