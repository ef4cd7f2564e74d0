/* unseen_code.h: whether machine code may order threads by means that no call shows: atomic
 * operations, and loops that wait for a variable to change.
 *
 * Atomic operations count if they tell the program something: exchange, compare-and-swap, any
 * other whose old value or flags are used; full fences, which nobody needs who does not order
 * threads by plain loads and stores. Others do not, because they only keep a number: an atomic
 * addition whose result is not used, a loop around compare-and-swap that calculates with
 * floating-point numbers (`#pragma omp atomic` and reductions are such), and the reference
 * counts of libstdc++, which hand no memory to anybody but the function that frees it.
 *
 * A loop waits if nothing that it does itself can change a location that it loads each time
 * round, and each way out of it depends on what it loads. It may call functions that wait or
 * poll, and such as only look at memory; if it calls one that sleeps, it may also give up after
 * a number of rounds. A loop that calls anything else is not known to wait: a program that
 * works until a variable changes is most often the one that changes it.
 *
 * Code that waits for nothing but looks at a variable now and then, without a fence or an
 * atomic instruction, cannot be told from other code where loads and stores have that meaning
 * anyway (x86-64). */
#ifndef FENCEPOST_UNSEEN_CODE_H
#define FENCEPOST_UNSEEN_CODE_H

#include <stdint.h>

enum unseen_means { UNSEEN_NONE, UNSEEN_ATOMICS, UNSEEN_WAITS };

struct unseen_code {
  uintptr_t lo, hi; /* the code, where it is mapped */
  /* Where the linker has put addresses of what the code refers to; can be read. */
  uintptr_t linked_lo, linked_hi;
  int hooked;       /* it was built with `fencepost cc`: only atomic operations are unseen */
  uintptr_t single; /* where __libc_single_threaded is; 0: it is nowhere */
  /* Returns the name of a function of another module; NULL: it is of this one. `at` is the
   * address that is called, or that of a pointer to it. */
  const char *(*called)(uintptr_t at, int indirect);
};

/* Sets `at` to where it was found. */
typedef enum unseen_means unseen_function(const struct unseen_code *code, uintptr_t *at);
/* Returns the function that looks, or NULL. `decoder` gives symbols of
 * libfencepost-decode.so. */
unseen_function *unseen_find(void *(*decoder)(const char *symbol));

#endif
