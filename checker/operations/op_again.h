/* op_again.h: an operation by the line that made the one before it, on the same target and with
 * the same datatypes.
 *
 * The one before is still kept back (batch.h), so nothing has happened since that could change
 * what is allowed. Either its buffer is not in use any more, or the bytes of this one's buffer
 * follow or are the same: then one access stands for both. Such an operation costs some 300
 * instructions instead of 2,000. Whoever knows that an operation is by that line need not make
 * an event of it (check_again). */
#ifndef FENCEPOST_OP_AGAIN_H
#define FENCEPOST_OP_AGAIN_H

#include "checker/core/state.h"

/* Returns 0, with nothing changed, if the operation has to be handled in full. */
int op_again(struct check *c, struct window *w, const struct event *e);
/* The same, if it is known to be of that line, target and datatypes. */
int op_again_at(struct check *c, struct window *w, const struct again *again);
/* The operation was handled in full, and is allowed. `quiet`: there was no finding about it. */
void op_first(struct check *c, const struct window *w, const struct event *e, int quiet);
/* The operations of the pair are complete at their origin. Returns whether their only buffer is
 * kept for an operation that may come again. */
int op_rests(struct check *c, struct pair *p);
void op_forget(struct check *c, struct pair *p);

#endif
