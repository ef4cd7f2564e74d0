/* mismatch.h: messages that nobody is known to have received. */
#ifndef FENCEPOST_MISMATCH_H
#define FENCEPOST_MISMATCH_H

#include "progress_state.h"

/* Returns the first message among those that rank `to` waits to receive that nobody is known to
 * have sent; NULL if there is none. Cost: here and below the messages waited for, squared or
 * times the pairs of ranks that have exchanged messages. */
const struct event_message *mismatch_unsent(const struct progress *p, int32_t to,
                                            const struct event_await *a);
/* Looks for a message to rank `to` that it is not known to have received, nor waits for: one
 * from the rank of `m` that has another key, or one with this key from another rank. Returns 0
 * if there is none, else 1 and where it was sent. */
int mismatch_other_key(const struct progress *p, int32_t to, const struct event_await *a,
                       const struct event_message *m, struct progress_place *sent);
int mismatch_other_source(const struct progress *p, int32_t to, const struct event_await *a,
                          const struct event_message *m, struct progress_place *sent);
/* The same for one with the rank and the key of `m` to another rank: `target`. */
int mismatch_other_target(const struct progress *p, int32_t to, const struct event_message *m,
                          int32_t *target, struct progress_place *sent);

#endif
