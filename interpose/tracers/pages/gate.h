/* gate.h: the system calls of the program while memory is protected (region.h).
 *
 * The kernel cannot access what the program may not: a call with a pointer into a region would
 * fail. So while the gate is armed, every system call of the process raises SIGSYS instead
 * (Syscall User Dispatch, Linux 5.11), whichever library or thread makes it. If no argument
 * points into a region, the handler lets the call go on at once, in a slot (gate_arena.h).
 * Otherwise it makes the call with the alias of what is pointed to (gate_make.c), and tells of
 * the memory that was read or written (slots.h). Calls that change signals are done by fault.h.
 * A call costs as much as two signals more, 1 to 2 us.
 *
 * Threads that exist are armed by a signal; those made later are armed when they are made. */
#ifndef FENCEPOST_GATE_H
#define FENCEPOST_GATE_H

#include <stddef.h>
#include <stdint.h>

#define GATE_EMPTIES (-1) /* madvise that fills private memory with zeros */

typedef void gate_change(uintptr_t lo, size_t size, long number, uintptr_t pc);
struct gate_hooks {
  /* The program changes the mapping of memory that is partly in regions, by the system call
   * `number` (or GATE_EMPTIES) at `pc`, as soon as this returns. May be NULL. */
  gate_change *changing;
  /* From now on the kernel accesses memory of the program at times that we do not see, so no
   * region can be kept. */
  void (*surrender)(void);
  /* The calling thread makes a process with a copy of all memory; then the thread ends. May be
   * NULL. */
  void (*forks)(void);
  void (*ends)(void);
  /* The same as `changing`, for memory outside of regions. */
  gate_change *other;
};

/* Returns whether this process can be gated. Called once, before anything else. Sets `why` if
 * not. */
int gate_begin(const struct gate_hooks *hooks, const char **why);
/* Called by the thread that is about to protect memory. Returns 0, or -1 if some thread could
 * not be reached. Costs nothing when the gate is armed. Until gate_protected it stays armed,
 * whatever other threads give back. */
int gate_arm(void);
/* After gate_arm that returned 0: the memory is protected by now, or will not be. */
void gate_protected(void);
/* Called when no region is left. Does nothing if there is one again by now. */
void gate_disarm(void);
/* For the child of a fork: nothing is gated there, and all signals are the program's. */
void gate_forked(void);

/* Between these two the gate neither opens nor closes regions, because regions are added or
 * removed there. Handlers of the program wait. */
void gate_hold(void);
void gate_release(void);
/* The same around what we do with views, which must not look to the gate like acts of the
 * program. */
void gate_quiet_begin(void);
void gate_quiet_end(void);
/* Called after a region was removed whose memory was accessible `delta` bytes away: threads
 * that wait on a futex there look again. */
void gate_removed(uintptr_t lo, size_t size, intptr_t delta);
/* Returns how often all regions were open for a while; accesses in that time are not known. */
unsigned long gate_openings(void);
/* sched_yield, which the gate does not catch, because a signal for each call would double the
 * cost of waiting. */
int gate_yield(void);
/* While this is not 0, mappings are changed by us and not by the program: `changing` is not
 * called. */
extern __thread int gate_quiet __attribute__((tls_model("initial-exec")));

#endif
