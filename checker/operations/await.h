/* await.h: atomic operations by which a thread waits. It fetches a value again and again, or
 * tries to swap it, until it finds another one. Such an operation is kept back until its value
 * is known. If it has read what its line has read there before, and has written nothing, its
 * target is not told of it: the last one that was told stands for it. That one was issued when
 * the thread knew the value already, and since then the thread has learned nothing and told
 * nothing. A writer of the same value that came later may have been read from, too: so the
 * value is told again with a later end when the thread does anything else. */
#ifndef FENCEPOST_AWAIT_H
#define FENCEPOST_AWAIT_H

#include "checker/core/state.h"

struct awaits;

/* The operation, as its target is to be told. Returns whether it is kept back; else the caller
 * tells it. */
int await_keeps(struct check *c, const struct window *w, const struct event *op);
/* What the value of an operation says. */
enum awaited_says {
  AWAITED_NEWS,   /* it is to be told, perhaps after the operation, which was kept back */
  AWAITED_SAME,   /* it is to be told, but nobody hears anything of this process by it */
  AWAITED_NOTHING /* the operation was kept back, and neither is to be told */
};
enum awaited_says await_value(struct check *c, const struct event *value);
/* The call of the kept-back operation failed. Returns 0 if none with this number is kept back.
 */
int await_undo(struct check *c, uint64_t seq);
/* The thread does something else than to wait. */
void await_end(struct check *c, int32_t thread);
/* Returns whether the current thread has told its last flush of the operations on that process,
 * and none was told since. */
int await_rests(const struct check *c, const struct window *w, const struct pair *p);
/* Returns whether an operation on that process is kept back. */
int await_holds(const struct check *c, const struct window *w, const struct pair *p);
/* The current thread tells of a flush. */
void await_flushed(struct check *c, const struct window *w, const struct pair *p);
void await_free(struct check *c);

#endif
