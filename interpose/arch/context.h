/* context.h: registers of what a signal has interrupted, by what they mean. Needs _GNU_SOURCE.
 *
 * context_pc, context_go; context_sp, context_sp_set
 * context_caller       where a function that has just been called returns to
 * context_number, context_argument (0 to 5), context_argument_set, context_result,
 * context_result_set   of a system call
 * context_again        goes back to the system call that has just been made
 * CONTEXT_CALL         bytes of an instruction that makes one
 * CONTEXT_MACHINE      how the kernel calls the processor (AUDIT_ARCH_*)
 * context_stores       the access that has faulted was a store
 * context_steps        it goes step by step, or the program has a trap there
 * context_of_handler   what the signal interrupted whose handler is about to begin at sp */
#ifndef FENCEPOST_CONTEXT_H
#define FENCEPOST_CONTEXT_H

#include "arch.h"
#include ARCH_FILE(context.h)

#endif
