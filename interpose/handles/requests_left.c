/* requests_left.c: requests that are left over when the program ends (completion.h). */
#include "interpose/calls/completion.h"
#include "maker.h"
#include "request_table.h"
#include "shared_requests.h"

static int left(const struct request_entry *e) {
  if (e->maker.kind == MAKER_GENERAL || request_shared(e->handle))
    return -1; /* grequest.c and shared_requests.c count those */
  if (e->active && (!e->told || e->cancelled))
    return e->cancelled ? MISUSE_CANCEL_LOST : MISUSE_LOST;
  if (e->active)
    return MISUSE_TOLD;
  return !e->persistent ? -1 : request_never_started(e) ? MISUSE_NOT_STARTED : MISUSE_NOT_FREED;
}

static void finalize(void *context, const struct request_entry *e) {
  struct frame *f = context;
  for (; e; e = e->older)
    if (left(e) >= 0)
      misuse_feed_of(f, left(e), &e->maker, 0, 0);
}

void requests_finalize(struct frame *f) {
  request_table_each(f, finalize);
  shared_requests_finalize(f);
}
