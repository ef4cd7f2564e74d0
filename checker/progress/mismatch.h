/* mismatch.h: messages that nobody is known to have received. */
#ifndef FENCEPOST_MISMATCH_H
#define FENCEPOST_MISMATCH_H

#include "progress_state.h"

/* Looks for a message to rank `to` that it is not known to have received: one from `from` that
 * has another key, or one with this key from another rank. Returns 0 if there is none, else 1
 * and where it was sent. Cost: linear in the pairs of ranks that have exchanged messages. */
int mismatch_other_key(const struct progress *p, int32_t from, int32_t to, uint64_t key,
                       struct progress_place *sent);
int mismatch_other_source(const struct progress *p, int32_t from, int32_t to, uint64_t key,
                          struct progress_place *sent);

#endif
