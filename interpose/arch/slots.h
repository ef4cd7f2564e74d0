/* slots.h: accesses to memory that the program sees protected, made on an alias of it.
 *
 * An instruction that accesses the view of a region (region.h) faults; slots_fault tells what
 * it accesses, byte for byte, and has it done on the alias: by a copy of the instruction with
 * another displacement in a slot of executable memory, which jumps back. What a displacement
 * cannot do is done at once in the handler: string instructions, gathers and scatters,
 * branches, push and pop through memory, and operands that lie in a region only in part
 * (bounce.h).
 *
 * A stack may lie in a region if the handler runs on another one (stack_window.h).
 *
 * What remains, and makes it give up: code in a region; AMX tiles, enter, enqcmd, umonitor, far
 * branches; string instructions with addresses of 32 bits; encodings that would become longer
 * than 15 bytes; a processor without xsave where bounce.h is needed, and div and idiv there.
 * Locked instructions across the border of a region are not atomic. A floating-point exception
 * there that is not masked ends the program, whatever its handler of SIGFPE. A transaction
 * (RTM) that accesses a region is aborted, as by any fault.
 *
 * The slots of a region are in its arena (region.h). slots_fault is for a handler of SIGSEGV
 * with all signals blocked but SIGSEGV itself (program_memory.h), and for any thread: it calls
 * nothing that allocates. An access costs the kernel's 1 to 2 us for the signal; the first by
 * an instruction some more. */
#ifndef FENCEPOST_SLOTS_H
#define FENCEPOST_SLOTS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>
#include "decode.h"

enum slots_result {
  SLOTS_NONE, /* the access was not to a region: `info` is now the program's own fault */
  SLOTS_DONE,
  /* The region must be opened, because the instruction can be handled in no other way. */
  SLOTS_GIVE_UP
};

/* `does`: INSTRUCTION_LOADS, _STORES, _ATOMIC. `pc`: address of the instruction that follows.
 * Called for each access that lies in regions. */
typedef void slots_access(uintptr_t at, size_t size, unsigned does, uintptr_t pc);
/* Called for each load, in regions or not, before it is told: cuts it to what counts, 0:
 * nothing does. With size 0: returns whether some elements of a load that begins before `at`
 * count. */
typedef int slots_load(uintptr_t *at, size_t *size, uintptr_t pc);
extern slots_load *slots_clip;
/* Called once for each instruction that loads a vector. NULL: all bytes count. */
extern lanes_function *slots_lanes;

/* Returns why there are no slots on this processor; NULL: there are. */
extern const char *const slots_none;
/* Returns 0, or -1 if this machine cannot have slots. */
int slots_begin(decode_function *decode, slots_access *access);
/* Called first in a SIGSEGV handler: returns whether the fault belongs to something that we do
 * for the program. If so, the handler returns. */
int slots_recover(const siginfo_t *info, ucontext_t *context);
/* For a fault with SEGV_ACCERR. */
enum slots_result slots_fault(siginfo_t *info, ucontext_t *context);
/* For a fault in memory that region_beyond has lent: makes the accesses where that leads, piece
 * by piece, and tells them as well. */
enum slots_result slots_beyond(siginfo_t *info, ucontext_t *context);
/* Tells of an access that was made in another way, as far as its bytes are in regions. */
void slots_tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc);
/* For a signal that came while the program was in a slot: returns where the program itself
 * is. */
uintptr_t slots_pc(uintptr_t pc);

#endif
