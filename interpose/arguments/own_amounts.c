/* own_amounts.c: collective calls in which this process names what it sends to itself as
 * another amount than what it receives from itself: sections 5.5 to 5.8. */
#include "forms.h"
#include "interpose/data/type.h"
#include "walk.h"

/* Of an inter-communicator the one amount is that of the other group. What the only process
 * sends to itself is received by no other one. */
static int is_compared(const struct argument_look *w) {
  switch (w->f->call) {
    FORMS(Allgather, allgather)
    FORMS(Allgatherv, allgatherv)
    FORMS(Alltoall, alltoall)
    FORMS(Gather, gather)
    FORMS(Gatherv, gatherv)
    FORMS(Scatter, scatter)
    FORMS(Scatterv, scatterv)
    return w->comm && !w->comm->inter && w->comm->size > 1;
  default:
    return 0;
  }
}

static int64_t count(const struct argument_look *w, const struct data_argument *d) {
  if (!d->many)
    return d->count;
  return d->wide ? ((const MPI_Count *)d->counts)[w->comm->me]
                 : ((const int *)d->counts)[w->comm->me];
}

/* -1: not known */
static int64_t bytes(const struct argument_look *w, const struct data_argument *d) {
  struct event_data one;
  type_describe(&one, 0, 1, d->type);
  return one.present ? count(w, d) * (int64_t)one.size : -1;
}

void walk_amounts(struct argument_look *w) {
  const struct data_argument *sent = &w->data[0], *received = &w->data[1];
  if (w->buffers < 2 || !sent->significant || !received->significant || !is_compared(w) ||
      (sent->type == received->type && count(w, sent) == count(w, received)))
    return;
  int64_t s = bytes(w, sent), r = bytes(w, received);
  if (s >= 0 && r >= 0 && s != r) {
    w->place = sent->place + 1;
    walk_say(w, ARGUMENT_AMOUNTS, s, r);
  }
}
