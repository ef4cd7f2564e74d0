/* gate_arena.h: the code that makes system calls while they are gated (gate.h).
 *
 * One range of code, from gate_start to gate_end, is exempt from Syscall User Dispatch: a
 * function that makes a call, what signal handlers return to, and slots. A slot belongs to one
 * `syscall` instruction of the program: it makes the call with all registers as they are and
 * jumps to what follows, so that a signal that comes meanwhile finds everything as without us.
 * Slots can be unwound through. They are never given back: a thread may wait in one.
 *
 * No lock, no allocation, no system call but those asked for: all of it may be used in signal
 * handlers. */
#ifndef FENCEPOST_GATE_ARENA_H
#define FENCEPOST_GATE_ARENA_H

#include <stddef.h>
#include <stdint.h>

enum slot_kind {
  SLOT_PLAIN, /* if it ends with EFAULT, the same call comes from what gate_returned knows */
  SLOT_CHILD, /* makes a task, which is to be gated as well */
  SLOT_VFORK  /* makes a process that runs in our memory until it is another program: after
                 it a call, with its result for a number, comes from what gate_returned knows */
};

extern const char gate_start[] __attribute__((visibility("hidden")));
extern const char gate_end[] __attribute__((visibility("hidden")));
extern volatile char gate_selector __attribute__((visibility("hidden"))); /* 1: gated */
/* For rt_sigaction: the end of a handler. */
void gate_restorer(void) __attribute__((visibility("hidden")));

/* A system call: the result is -errno when it fails. */
long gate_call(long number, ...) __attribute__((visibility("hidden")));
/* Copies memory that may not be there. 0, or -1: a fault met there (gate_copy_fault). */
int gate_copy(void *to, const void *from, size_t size) __attribute__((visibility("hidden")));
/* Where to go on after a fault at `pc`, or 0 if gate_copy does not run there. */
uintptr_t gate_copy_fault(uintptr_t pc);

/* Once. 0, or -1: the code cannot be written. */
int gate_arena_begin(void);
/* The calling task's system calls are gated from now on, or no more. Returns -errno. */
long gate_task(int on);
/* The slot for the call `number` of the instruction before `pc`; 0: no room. */
uintptr_t gate_slot(uintptr_t pc, long number, enum slot_kind kind);
/* `pc` is where a slot is come back from: where it goes on, and of what kind it is. Else 0. */
uintptr_t gate_returned(uintptr_t pc, enum slot_kind *kind);

#endif
