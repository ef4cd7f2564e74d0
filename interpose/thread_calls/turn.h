/* turn.h: calls that the threads of a process may make only in an order that the program sees
 * to: any two at MPI_THREAD_SERIALIZED, collective calls on one communicator, window or file at
 * any level (section 12.4). That none is made during another is not enough, because it may be
 * luck.
 *
 * Each such call has the number of an event, so that whatever orders threads hands it on
 * (interpose/order/). Cost: one lock and one entry of a table, only in programs with threads.
 */
#ifndef FENCEPOST_TURN_H
#define FENCEPOST_TURN_H

#include "interpose/base/thread.h"

/* A call that was made. */
struct turn {
  uint64_t key;
  int thread, followed;
  unsigned call;
  uint32_t stack;
  uint64_t event; /* 0: there is none */
};

#define TURN_ANY UINT64_MAX /* the key of all calls together */

/* Notes the call of the frame. Returns it. Called with the lock of the world, and the stack of
 * the call, which is to be taken without the lock. */
struct turn turn_now(const struct frame *f, uint64_t key, uint32_t stack);
/* Returns whether nothing orders what the calling thread does now after that call of another
 * thread. Called with the lock of the world. */
int turn_is_unordered(const struct frame *f, const struct turn *before);
/* Notes the call as the last one with the key. Returns whether nothing orders it after the one
 * before, which is then in `before`. A call that has not been heard of for long may be missed.
 */
int turn_take(const struct frame *f, uint64_t key, struct turn *before);
/* Tells the checker that the call misuses what that earlier call did: enum misuse. */
void turn_tell(struct frame *f, int misuse, const struct turn *before);
/* A collective call on a communicator, window or file of that number. */
void turn_collective(struct frame *f, uint64_t id);

#endif
