/* dormant.h: a process does not tell others how its events are ordered as long as nobody can
 * ask.
 *
 * The order of processes matters where there are windows, ready sends or buffered sends. Until
 * then messages and collective calls are only counted: a process is dormant. It wakes before it
 * makes a window, before other calls that need the order, and when it has received something
 * from a process that was awake when it sent it. So whatever an awake process knows reaches
 * every process that can know of it. What dormant processes do not tell is not needed: nothing
 * that happened before a window was made can be in conflict with operations on it.
 *
 * A process that completes a receive must know whether the sender was awake, because otherwise
 * it would wait for a clock that never comes. A table in memory that the processes share says
 * for each pair whether the one has told the other that it is awake. A process tells this
 * (EVENT_WOKE, in the stream) before it sends its first message to that process after it woke,
 * and says how many messages it had sent before under each key; those have no clock. Once the
 * message has come, the entry can be seen.
 *
 * A ready send asks whether its receive was posted before. Where the program may send so
 * (world.ready), a process also wakes before it posts a receive that outlives its call or has a
 * wildcard. What else a dormant process posts, it waits for in the same call, so no other
 * process can know of it; and no other message could have taken it. The checker is told of it
 * if the message of an awake process comes (receive_acquire). To know that it was not posted
 * too late, the process looks whether any other one is awake by then.
 *
 * If only a binding for another language refers to ready mode (READY_BOUND), a receive with a
 * wildcard that is over when its call returns does not wake either. What it took and might have
 * taken is not known later (ready_rival.c).
 *
 * If several threads may call MPI at once, a process is dormant until a thread other than the
 * one that began calls MPI, or any does after the checker has heard of a second thread. That
 * call waits at most for a step that is short (dormant_lock). Messages from before may order
 * the threads of the process, so all that was done before the first of the two comes before
 * all that is done later (order_untold_begin).
 *
 * Processes are never dormant if there is no such table (several hosts), and if events are
 * recorded. */
#ifndef FENCEPOST_DORMANT_H
#define FENCEPOST_DORMANT_H

#include <stdatomic.h>
#include <stdint.h>
#include "include/event.h"
#include "interpose/base/internal.h"

struct thread;

/* Whether this process is dormant, and whether several threads may call MPI at once. */
enum dormant { AWAKE, DORMANT, DORMANT_SHARED };
extern INTERNAL _Atomic int dormant;

/* All ranks call this together, before the first event. `may`: nothing at this rank speaks
 * against being dormant. */
void dormant_begin(int may);
/* All ranks call these together: before and after everything that was posted is fed. From then
 * on no process is dormant. */
void dormant_end(void);
void dormant_over(void);
/* Somebody is about to need the order. */
void dormant_wake(void);
/* A thread makes a call: perhaps not the one that began, or the checker has heard of others. */
void dormant_other_thread(const struct thread *t);
/* Around what must not be cut in two by another thread that wakes the process: to count a
 * message, and to find out whether the process is dormant. Not recursive. Nothing in between
 * may wait for other ranks or wake the process. */
void dormant_lock(void);
void dormant_unlock(void);
/* Returns whether any process is awake. */
int dormant_some(void);
/* An event is about to be posted to the rank. A dormant process says only which threads it has,
 * and goes on to send messages without a clock. */
void dormant_tell(int32_t rank);
/* EVENT_WOKE of another rank has come. */
void dormant_arrive(const struct event *e);

/* A message of the rank was received: returns whether the rank was dormant when it sent it. If
 * not, this process is awake, and knows from which number on messages have clocks. */
int dormant_was(int32_t rank);
/* Whether it was, and nobody here listens, while this process is; 0: dormant_was must be asked.
 * `told`: as dormant_told(rank) returned it once. */
const _Atomic uint8_t *dormant_told(int32_t rank);
/* Messages and calls of dormant processes. */
extern INTERNAL _Atomic uint64_t dormant_heard;
extern INTERNAL int dormant_listening;
/* Called by one thread as long as the process is dormant. */
static inline void dormant_hear(void) {
  atomic_store_explicit(&dormant_heard, dormant_heard + 1, memory_order_relaxed);
}
static inline int dormant_silent(const _Atomic uint8_t *told) {
  if (!dormant || dormant_listening || *told)
    return 0;
  dormant_hear();
  return 1;
}
/* The same of the number-th collective call on a communicator, which is over; the rank's part
 * in it was needed here. */
int dormant_was_in_call(int32_t rank, uint64_t comm, uint64_t number);
/* Called before this process does its part: returns whether it tells nobody. */
int dormant_call(uint64_t comm, uint64_t number);
/* Called before and after (`ok`: it was not refused) a call that all ranks of the world must
 * enter before one leaves it: returns whether the checker need not hear of it. */
int dormant_all_enter(void);
void dormant_all_leave(int ok);
/* Whether the second only counts if the call was not refused. */
int dormant_all_silent(void);

/* Returns how often this process has heard from others, whether or not the checker was told. */
uint64_t dormant_learned(void);
/* From now on the checker has to be told. */
void dormant_listen(void);

#endif
