#include "argument_alias.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/args.h"
#include "interpose/handles/maker.h"
#include "type.h"
#include "use.h"
#include "interpose/base/world.h"

/* Without MPI_IN_PLACE everything that is read is in one of the buffers, and everything that is
 * written in the other. */
static int meets(const struct frame *f, int all, int *varies) {
  struct uses u;
  use_of_call(&u, f->call, f->args, all);
  *varies |= u.varies;
  for (const struct use *in = u.first; in; in = in->next)
    for (const struct use *out = in->store ? NULL : u.first; out; out = out->next)
      if (out->store &&
          (all == USE_BOUNDS ? in->data.lo < out->data.hi && out->data.lo < in->data.hi
                             : type_intersect(&in->data, &out->data)))
        return 1;
  return 0;
}

/* Calls whose buffers were found not to overlap, one for each remainder of the call's number: a
 * loop makes them again with the same arguments. */
#define PLACES 8
#define ARGS_MOST 88
struct disjoint_calls {
  struct disjoint_call {
    unsigned call;
    uint32_t types; /* type_changes then */
    uint64_t comms; /* handle_changes then */
    unsigned char args[ARGS_MOST];
  } at[PLACES];
};

static struct disjoint_call *place_of(struct frame *f) {
  struct thread *t = f->thread;
  if (!t->disjoint)
    t->disjoint = calloc(1, sizeof *t->disjoint);
  return t->disjoint ? &t->disjoint->at[f->call % PLACES] : NULL;
}

static int is_known(const struct disjoint_call *d, const struct frame *f, size_t n) {
  return d->call == f->call && d->types == type_changes && d->comms == handle_changes &&
         !memcmp(d->args, f->args, n);
}

static void note(struct disjoint_call *d, const struct frame *f, size_t n) {
  d->call = f->call;
  d->types = type_changes;
  d->comms = handle_changes;
  memcpy(d->args, f->args, n);
}

/* `varies`: whether another call with these arguments may find something else. */
static int overlap(const struct frame *f, const void *const *in, const void *const *out,
                   int *varies) {
  return in && out && *in != MPI_IN_PLACE && *out != MPI_IN_PLACE && use_time(f->call) &&
         meets(f, USE_BOUNDS, varies) && meets(f, USE_ALL, varies);
}

int alias_disjoint(struct frame *f) {
  size_t n = args_size(f->call);
  const struct disjoint_call *d = n <= ARGS_MOST ? place_of(f) : NULL;
  return d && is_known(d, f, n);
}

void alias_enter(struct frame *f) {
  size_t n = args_size(f->call);
  struct disjoint_call *d = n <= ARGS_MOST ? place_of(f) : NULL;
  int varies = 0;
  if (d && is_known(d, f, n))
    return;
  const void *const *in = args_nth(f->call, f->args, SHOW_POINTER, 0);
  const void *const *out = args_nth(f->call, f->args, SHOW_POINTER, 1);
  if (overlap(f, in, out, &varies))
    misuse_feed_of(f, MISUSE_ALIAS, &(struct maker){.call = (uint16_t)f->call},
                   (int64_t)((intptr_t)*out - (intptr_t)*in), 0);
  else if (d && !varies)
    note(d, f, n);
}

void alias_between(struct frame *f, const struct event_data *in, const struct event_data *out) {
  if (in->lo < out->hi && out->lo < in->hi && type_intersect(in, out))
    misuse_feed_of(f, MISUSE_ALIAS, &(struct maker){.call = (uint16_t)f->call},
                   out->lo - in->lo, 0);
}
