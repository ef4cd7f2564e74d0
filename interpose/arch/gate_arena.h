/* gate_arena.h: the code that makes system calls while they are gated (gate.h).
 *
 * One range of code, from gate_start to gate_end, is exempt from Syscall User Dispatch. It
 * holds a function that makes a call, the code that signal handlers return to, and slots. A
 * slot belongs to one `syscall` instruction of the program: it makes the call with all
 * registers as they are and jumps to the next instruction, so a signal that comes meanwhile
 * finds everything as it would be without us. Slots can be unwound through. They are never
 * given back, because a thread may wait in one.
 *
 * No lock, no allocation, no system call but those asked for: all of it may be used in
 * signal */
#ifndef FENCEPOST_GATE_ARENA_H
#define FENCEPOST_GATE_ARENA_H

#include <stddef.h>
#include <stdint.h>

enum slot_kind {
  /* If the call ends with EFAULT, it is made again from where gate_returned recognises it. */
  SLOT_PLAIN,
  SLOT_CHILD, /* the call makes a task, which has to be gated as well */
  /* The call makes a process that runs in our memory until it executes another program. After
   * it comes a call whose number is the result, from where gate_returned recognises it. */
  SLOT_VFORK
};

extern const char gate_start[] __attribute__((visibility("hidden")));
extern const char gate_end[] __attribute__((visibility("hidden")));
extern volatile char gate_selector __attribute__((visibility("hidden"))); /* 1: gated */
/* For rt_sigaction: the code that a handler returns to. */
void gate_restorer(void) __attribute__((visibility("hidden")));

/* Makes a system call; the result is -errno when it fails. */
long gate_call(long number, ...) __attribute__((visibility("hidden")));
/* Copies memory that may not exist. Returns 0, or -1 if it met a fault (gate_copy_fault). */
int gate_copy(void *to, const void *from, size_t size) __attribute__((visibility("hidden")));
/* Returns where to go on after a fault at `pc`, 0 if gate_copy does not run there. */
uintptr_t gate_copy_fault(uintptr_t pc);

/* Called once. Returns 0, or -1 if the code cannot be written. */
int gate_arena_begin(void);
/* Gates the calling task's system calls from now on, or no more. Returns -errno. */
long gate_task(int on);
/* Returns the slot for call `number` of the instruction before `pc`, 0 if there is no room. */
uintptr_t gate_slot(uintptr_t pc, long number, enum slot_kind kind);
#define GATE_INSTRUCTION 2 /* bytes of the instruction that makes a system call */
/* If a slot's call begins at `pc`, for the first time or, after a signal, again: returns the
 * program's instruction for it, where it would be without us. Else `pc`. */
uintptr_t gate_interrupted(uintptr_t pc);
/* Returns whether gate_call has made its call and returns. */
int gate_call_made(uintptr_t pc);
/* Returns whether `pc` is in a slot whose call makes a process, or has just made it. */
int gate_in_vfork(uintptr_t pc);
/* If `pc` is where a call returns to in a slot: returns where the program goes on, and what
 * kind of slot it is. Else 0. */
uintptr_t gate_returned(uintptr_t pc, enum slot_kind *kind);

#endif
