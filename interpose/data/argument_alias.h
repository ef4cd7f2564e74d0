/* argument_alias.h: calls that read one buffer and write another one which overlaps it (section
 * 2.3: an argument that a call writes must not be aliased with another of its arguments).
 *
 * For calls of point-to-point and collective communication that have both. RMA operations are
 * checked elsewhere (rma_calls.c). Costs a look at the bounds of both buffers, and less when
 * the same arguments come again. */
#ifndef FENCEPOST_ALIAS_H
#define FENCEPOST_ALIAS_H

#include "interpose/base/thread.h"

/* Hook before the call. */
void alias_enter(struct frame *f);

/* The call reads one of these and writes the other one. */
struct event_data;
void alias_between(struct frame *f, const struct event_data *in, const struct event_data *out);

/* Whether they were the arguments of the thread's last such call, and did not overlap. */
int alias_disjoint(struct frame *f);

/* Whether a row of calls.def of this class has both. The compiler computes it. */
#define ALIAS_HAS_S(role, name) || !__builtin_strcmp(#role, "SBUF")
#define ALIAS_HAS_R(role, name) || !__builtin_strcmp(#role, "RBUF")
#define ALIAS_ROW(class, ...)                                                                  \
  ((!__builtin_strcmp(#class, "P2P") || !__builtin_strcmp(#class, "COLL") ||                   \
    !__builtin_strcmp(#class, "EXT")) &&                                                       \
   (0 EACH(ALIAS_HAS_S, EACH_NOTHING, __VA_ARGS__)) &&                                         \
   (0 EACH(ALIAS_HAS_R, EACH_NOTHING, __VA_ARGS__)))

#endif
