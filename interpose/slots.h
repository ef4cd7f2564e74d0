/* slots.h: accesses to memory that the program sees protected, made on an alias of it.
 *
 * An instruction that accesses the view of a region (region.h) faults; slots_fault tells what
 * it accesses and has it done on the alias: by a copy of the instruction with another
 * displacement in a slot of executable memory, which jumps back. String instructions and
 * branches through memory are done at once.
 *
 * The slots of a region are in its arena (region.h). slots_fault is for a handler of
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
enum slots_result slots_fault(uintptr_t at, ucontext_t *context);
/* Accesses of which not all bytes are known, and which were therefore not told. */
unsigned long slots_unknown(void);

#endif
