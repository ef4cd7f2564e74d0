#include "argument_alias.h"
#include <stdint.h>
#include "interpose/base/args.h"
#include "interpose/handles/maker.h"
#include "type.h"
#include "use.h"
#include "interpose/base/world.h"

/* Without MPI_IN_PLACE everything that is read is in one of the buffers, and everything that is
 * written in the other. */
static int meets(const struct frame *f, int all) {
  struct uses u;
  use_of_call(&u, f->call, f->args, all);
  for (const struct use *in = u.first; in; in = in->next)
    for (const struct use *out = in->store ? NULL : u.first; out; out = out->next)
      if (out->store &&
          (all == USE_BOUNDS ? in->data.lo < out->data.hi && out->data.lo < in->data.hi
                             : type_intersect(&in->data, &out->data)))
        return 1;
  return 0;
}

void alias_enter(struct frame *f) {
  const void *const *in = args_nth(f->call, f->args, SHOW_POINTER, 0);
  const void *const *out = args_nth(f->call, f->args, SHOW_POINTER, 1);
  if (!in || !out || *in == MPI_IN_PLACE || *out == MPI_IN_PLACE || !use_time(f->call) ||
      !meets(f, USE_BOUNDS) || !meets(f, USE_ALL))
    return;
  misuse_feed_of(f, MISUSE_ALIAS, &(struct maker){.call = (uint16_t)f->call},
                 (int64_t)((intptr_t)*out - (intptr_t)*in), 0);
}
