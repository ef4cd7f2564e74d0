/* gate.h: the system calls of the program while memory is protected (region.h).
 *
 * The kernel cannot access what the program may not: a call that is given a pointer into a
 * region would fail. While the gate is armed every system call of the process raises SIGSYS
 * instead (Syscall User Dispatch, Linux 5.11), in whatever library it is made and by whatever
 * thread. The handler lets a call go on at once, in a slot (gate_arena.h), if no argument
 * points into a region; else it makes the call with the alias of what is pointed to
 * (gate_make.c), and tells of what it moved (slots.h). Calls that change signals are done by
 * fault.h. A call costs two signals' worth of time, 1 to 2 us.
 *
 * Threads that exist are armed by a signal, those that are made later as they are made. */
#ifndef FENCEPOST_GATE_H
#define FENCEPOST_GATE_H

#include <stddef.h>
#include <stdint.h>

#define GATE_EMPTIES (-1) /* madvise, of which private memory is filled with zeros */

typedef void gate_change(uintptr_t lo, size_t size, long number, uintptr_t pc);
struct gate_hooks {
  /* The program changes the mapping of memory that regions have a part of, by the system call
   * `number` (or GATE_EMPTIES) at `pc`, as soon as this returns. May be NULL. */
  gate_change *changing;
  /* From now on the kernel accesses memory of the program without being asked: no region can be
   * kept. */
  void (*surrender)(void);
  /* The calling thread makes a process that gets a copy of all memory; it ends. May be NULL. */
  void (*forks)(void);
  void (*ends)(void);
  /* The same as `changing`, of memory that no region has a part of. */
  gate_change *other;
};

/* Whether this process can be gated: once, before anything else. Sets `why` if not. */
int gate_begin(const struct gate_hooks *hooks, const char **why);
/* Before memory is protected, by the thread that does. 0, or -1: not all threads could be
 * reached. Costs nothing when it is armed. */
int gate_arm(void);
/* When no region is left. */
void gate_disarm(void);
/* In the child of a fork: nothing is gated there, all signals are the program's. */
void gate_forked(void);

/* Between the two the gate neither opens nor closes regions: regions are added and removed
 * there. Handlers of the program wait. */
void gate_hold(void);
void gate_release(void);
/* After a region was removed whose memory was accessible `delta` bytes away: threads that wait
 * there look again. */
void gate_removed(uintptr_t lo, size_t size, intptr_t delta);
/* How often all regions were open for a while, what was accessed meanwhile being unknown. */
unsigned long gate_openings(void);
/* sched_yield, which the gate lets pass: a signal each time would double what waiting costs. */
int gate_yield(void);
/* Calls of `changing` are for the program only: not while this is not 0. */
extern __thread int gate_quiet __attribute__((tls_model("initial-exec")));

#endif
