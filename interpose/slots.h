/* slots.h: accesses to memory that the program sees protected, made on an alias of it.
 *
 * A region is memory mapped twice: at `lo`, without any right, where the program knows it, and
 * `delta` bytes away, less than 2 GiB, where it may be read and written. An instruction that
 * accesses it at `lo` faults; slots_fault tells what it accesses and has it done on the alias:
 * by a copy of the instruction with another displacement in a slot of executable memory, which
 * jumps back. String instructions and branches through memory are done at once.
 *
 * Regions have a table each of their slots; a lock guards those. slots_fault is for a handler of
 * SIGSEGV with all signals blocked, and for any thread: it calls nothing that allocates. An
 * access costs the kernel's 1 to 2 us for the signal; the first by an instruction some more. */
#ifndef FENCEPOST_SLOTS_H
#define FENCEPOST_SLOTS_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>
#include "decode.h"

enum slots_result {
  SLOTS_NONE, /* in no region */
  SLOTS_DONE,
  SLOTS_GIVE_UP /* the region must be opened: the instruction cannot be helped otherwise */
};

/* `does`: INSTRUCTION_LOADS, _STORES, _ATOMIC. `pc`: of the instruction that follows. Called
 * before the access is made. */
typedef void slots_access(uintptr_t at, size_t size, unsigned does, uintptr_t pc);

void slots_begin(decode_function *decode, slots_access *access);
/* 0, or -1: too many, or no memory for slots near the alias. */
int slots_add(uintptr_t lo, size_t size, intptr_t delta);
void slots_remove(uintptr_t lo);
enum slots_result slots_fault(uintptr_t at, ucontext_t *context);
/* Where to find what the program sees at `at`, or `at`. Costs a load when there is no region.
 */
uintptr_t slots_alias(uintptr_t at);
/* The other way round. */
uintptr_t slots_view(uintptr_t at);
/* The region that `at` is in: its first byte and its size; 0 if there is none. */
uintptr_t slots_region(uintptr_t at, size_t *size);
/* Each region's first byte. */
void slots_each(void (*each)(uintptr_t lo));
/* Accesses of which not all bytes are known, and which were therefore not told. */
unsigned long slots_unknown(void);
/* Maps `size` bytes less than 2 GiB from `base`; MAP_FAILED if there is no room. Arguments as
 * for mmap. */
void *slots_near(uintptr_t base, size_t size, int protection, int flags, int fd);

#endif
