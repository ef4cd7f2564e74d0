/* debug_registers.h: the debug registers of all threads of the process, through the kernel's
 * events.
 *
 * A register watches 1, 2, 4 or 8 aligned bytes, for stores or for loads and stores, in every
 * thread of the program: those there are when the events are opened, and all that these create.
 * Threads that MPI_Init has made are left out: their accesses are MPI's, and setting a register
 * in a thread interrupts the processor on which it runs. An access sends its thread SIGTRAP,
 * after the instruction, with `cookie` in the signal's data. Registers are numbered from 0.
 * debug_registers_set and _clear cost a microsecond for each of the first threads; they may be
 * called in handlers of signals, the others not. */
#ifndef FENCEPOST_DEBUG_REGISTERS_H
#define FENCEPOST_DEBUG_REGISTERS_H

#include <stdint.h>

#define POINTS 4

/* Called around MPI_Init or its like: notes which threads existed before and which have
 * come. */
void debug_registers_before(void);
void debug_registers_after(void);
/* The calling thread is one of ours. */
void debug_registers_leave_out(void);

/* Returns how many registers can be had, 0 with errno if none. Opens them unless they are
 * open. */
int debug_registers_open(void);
void debug_registers_close(void);
/* Returns 0, or -1 with errno. */
int debug_registers_set(int number, uintptr_t lo, unsigned length, int loads, uint64_t cookie);
void debug_registers_clear(int number);

#endif
