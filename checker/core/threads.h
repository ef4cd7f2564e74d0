/* threads.h: the threads of this process, and what each knows. A part of state.h.
 *
 * As long as nobody says how the threads are ordered (EVENT_THREAD), all of them count as one,
 * and their events as ordered as they came. From the first EVENT_THREAD on, a thread that such
 * an event names has a slot of its own: the numbers of its events have it in their lowest bits
 * (clock.h), and it has its own clock. Threads that no event names go on in slot 0.
 *
 * The thread of the event that is being handled is the current one: c->clock and c->time.noted
 * are its. Those of the others are kept here. A thread with a slot remembers its last events,
 * so that others can learn what it knew at one of them; of older ones they learn a little more
 * than is true. A slot is used again when its thread has ended and all others know its end.
 * When no slot is free the new thread goes on in slot 0.
 *
 * A process without EVENT_THREAD has none of this: struct threads is not allocated. */
#ifndef FENCEPOST_THREADS_H
#define FENCEPOST_THREADS_H

#include "include/event.h"

struct check;
struct clock;
struct moment;
struct peer;
struct threads;

/* Before an event of this process is handled: its thread becomes the current one. Returns the
 * thread's slot. */
unsigned threads_enter(struct check *c, const struct event *e);
/* After it was handled. */
void threads_leave(struct check *c, const struct event *e);
void threads_learn(struct check *c, const struct event *e); /* EVENT_THREAD */
/* Before the peer is told anything of that moment: tells it which threads have begun and ended
 * up to then. The peer must not forget what a new thread does not know, nor keep what only one
 * that has ended did not know. Threads that come and go between two messages cost nothing. */
void threads_tell(struct check *c, struct peer *p, const struct moment *m);
/* The current thread enters a call in which all ranks meet. Whoever has left it knows what this
 * thread knows now, but not what other threads of this process have done beside since the last
 * such call, which made known the events of all ranks up to `before`. */
void threads_meet(struct check *c, uint64_t generation, uint64_t before);
/* Whether those who have left that call know the event of a thread of this process by it. Yes,
 * if the call is too long ago. */
int threads_shown(const struct check *c, uint64_t generation, uint64_t time);
/* Whether who knows that clock, of the rank `own`, has heard of the event of a thread of this
 * process from another one, since all have met. Yes, if that is forgotten. */
int threads_passed_on(const struct check *c, const struct clock *clock, int32_t own,
                      uint64_t time);
/* The current thread has met all processes; the last such call made them know the events of all
 * ranks up to `before`. What other threads of this process have told any of them counts as
 * known to it. */
void threads_met(struct check *c, uint64_t before);
/* The current thread has learned from another process that knows the events of all ranks up to
 * `floor`, so it knows those of the other threads of this process. */
void threads_heard(struct check *c, uint64_t floor);
/* This rank, for its own clocks (clock.h); -1 as long as no thread has a slot. */
int32_t threads_own(const struct check *c);
/* Returns whether all threads of this process know that event: whatever they do from now on
 * comes after it. */
int threads_know(const struct check *c, int32_t rank, uint64_t time);
/* Whether the current thread knows that event of its process. */
int threads_current_knows(const struct check *c, uint64_t time);
/* The same of the event of that thread that has, or would have, this number. */
int threads_current_knows_of(const struct check *c, int32_t thread, uint64_t seq);
/* Returns the number of a thread that knew that event when it last did something before the
 * event `before` of another thread of this process; -1: there is none, or it is forgotten. */
int32_t threads_knew(const struct check *c, int32_t rank, uint64_t time, uint64_t before);
/* Whether a runtime of OpenMP has made the thread in the slot. */
int threads_openmp(const struct check *c, unsigned slot);
void threads_free(struct check *c);

#endif
