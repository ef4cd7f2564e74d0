/* dormant.h: a process tells others nothing of order as long as nobody can ask about it.
 *
 * Order between processes is asked about where there are windows, ready sends, buffered sends.
 * Until then messages and collective calls are only counted: a process is dormant. It wakes
 * before it makes a window, before other calls that ask, and when it has received something
 * from a process that was awake when it sent it. So whatever an awake process knows reaches who
 * can know of it, and what dormant processes do not tell is what nobody will need: nothing that
 * came before a window was made can be in conflict with operations on it.
 *
 * Who completes a receive must know whether the sender was awake, or it would wait for a clock
 * that never comes. A table in memory that the processes share says of each pair whether the
 * one has told the other that it is awake. It does so (EVENT_WOKE, in the stream) before it
 * sends the first message after it woke, and says how many it had sent before under each key;
 * those have no clock. Where the message has come, the entry is seen.
 *
 * Processes are never dormant where there is no such table (several hosts), where several
 * threads call MPI at once, where the program may send in ready or synchronous mode (what was
 * posted before the first such send is asked about), and where what happens is recorded. */
#ifndef FENCEPOST_DORMANT_H
#define FENCEPOST_DORMANT_H

#include <stdint.h>
#include "include/event.h"

/* Whether this process is. */
extern _Atomic int dormant;

/* All ranks together, before the first event; `may`: nothing at this rank is against it. */
void dormant_begin(int may);
/* Somebody is about to ask. */
void dormant_wake(void);
/* An event is about to be posted to the rank; this process is awake. */
void dormant_tell(int32_t rank);
/* One of another rank has come. */
void dormant_arrive(const struct event *e);

/* A message of the rank was received: whether it was dormant then. If not, this process is
 * awake, and knows from which number on messages have clocks. */
int dormant_was(int32_t rank);
/* Whether it was, and nobody here listens, while this process is; 0: dormant_was must be asked.
 */
int dormant_silent(int32_t rank);
/* The same of the number-th collective call on a communicator, which is over; the rank's part
 * in it was needed here. */
int dormant_was_in_call(int32_t rank, uint64_t comm, uint64_t number);
/* Before this process's part in it: whether it tells nobody. */
int dormant_call(uint64_t comm, uint64_t number);
/* Before and after (`ok`: it was not refused) a call that all ranks of the world must enter
 * before one leaves it: whether the checker need not hear of it. */
int dormant_all_enter(void);
void dormant_all_leave(int ok);

/* How often this process has heard from others, whether it was told something or not. */
uint64_t dormant_learned(void);
/* From now on the checker is to know when it does. */
void dormant_listen(void);

#endif
