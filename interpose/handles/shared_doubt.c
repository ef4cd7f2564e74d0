#include "shared_doubt.h"
#include "interpose/calls/completion.h"
#include "interpose/stream/feed.h"
#include "request_table.h"

/* As long as one thread completes all of them, its first call tells the same. */
static int only = -1, several;
static int taken; /* operations of a thread may be over by another one's wait for others */

static void feed(struct frame *f, int starter) {
  struct event done;
  world_event_plain(&done, f, EVENT_REQUEST_DONE);
  done.target = starter;
  done.u.request = 0;
  world_feed(&done);
}

/* What was held is of another thread than the one that has started it. */
static int exchange(struct frame *f, struct request_entry **held, int starter) {
  MPI_Request handle = (*held)->handle;
  requests_let(held, 1, NULL, 0);
  *held = NULL;
  requests_complete_of(f, handle, starter);
  return 1;
}

int shared_doubt(struct frame *f, struct request_entry **held, int starter) {
  const struct request_entry *e = *held;
  int live = e && !e->gone && e->maker.thread == starter, exchanged = 0;
  if (only < 0)
    only = f->thread->number;
  several |= only != f->thread->number;
  taken |= starter != f->thread->number;
  if (e && starter < 0)
    requests_complete_of(f, e->handle, starter);
  else if (e && e->maker.thread != starter)
    exchanged = exchange(f, held, starter);
  if (several && (taken || !live || !request_own(e)))
    feed(f, starter);
  return exchanged;
}
