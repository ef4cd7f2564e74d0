/* arch.h: the processor that code is compiled for. Headers of this folder say what the rest of
 * interpose/ may ask of a processor; a folder for each has the answers, in files of the same
 * names. Nothing outside of this folder asks which processor it is.
 *
 *   registers.h     where a thread is in a call of MPI
 *   context.h       what a signal has interrupted
 *   trampoline.h    functions of which the arguments are not known
 *   stack_switch.h  a function called on another stack
 *   system_call.h   numbers that not all processors have
 *   frame.h         steps from a function to its caller
 *   unseen_code.h   instructions that order threads
 * and for level pages, where there is one: slots.h, program_memory.h, overread.h, accessor.h,
 * arena.h, gate_arena.h, fault_frame.h; decode.h for what libfencepost-decode.so knows.
 * flags.mk has what the compiler is told. */
#ifndef FENCEPOST_ARCH_H
#define FENCEPOST_ARCH_H

/* clang-format off */
#if defined __x86_64__
#define ARCH_FILE(name) ARCH_TEXT(x86_64/name)
#elif defined __aarch64__
#define ARCH_FILE(name) ARCH_TEXT(aarch64/name)
#else
#error "interpose/arch/ has no folder for this processor"
#endif
/* clang-format on */
#define ARCH_TEXT(path) #path

#endif
