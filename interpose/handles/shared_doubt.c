#include "shared_doubt.h"
#include "interpose/calls/completion.h"
#include "interpose/stream/feed.h"
#include "request_table.h"

/* As long as one thread completes all of them, its first call tells the same. */
static int only = -1, several;

void shared_doubt(struct frame *f, const struct request_entry *e, int own) {
  struct event done;
  if (only < 0)
    only = f->thread->number;
  several |= only != f->thread->number;
  if (!own && e)
    requests_complete_others(f, e->handle);
  if (!several || (own && e && !e->gone && request_own(e)))
    return;
  world_event_plain(&done, f, EVENT_REQUEST_DONE);
  done.u.request = 0;
  world_feed(&done);
}
