/* request.c: requests of MPI_Rput and its like may be completed, not freed or cancelled
 * (section 11.3.5). */
#include <stdlib.h>
#include "state.h"

static struct request *request_find(struct check *c, uint64_t id) {
  struct request *r;
  HASH_FIND(hh, c->requests, &id, sizeof id, r);
  return r;
}

void request_add(struct check *c, const struct event *e, const struct site *s) {
  struct request *r = calloc(1, sizeof *r);
  if (!r) {
    c->failed = 1;
    return;
  }
  r->id = e->u.op.request;
  r->win = e->win;
  r->site = *s;
  HASH_ADD(hh, c->requests, id, sizeof r->id, r);
  (void)check_added(c, r);
}

void request_feed(struct check *c, const struct event *e) {
  struct request *r = request_find(c, e->u.request);
  if (!r || e->rank != c->rank)
    return;
  if (e->kind != EVENT_REQUEST_DONE) {
    struct window *w = window_find(c, r->win);
    struct site s = site_of(NULL, e);
    struct finding f = claim(e->kind == EVENT_REQUEST_FREE ? SLUG_RMA_REQUEST_FREED
                                                           : SLUG_RMA_REQUEST_CANCELLED,
                             w, "%s is called for the request of %s to rank %d.",
                             call_name(e->call), call_name(r->site.call), r->site.target);
    claim_site(&f, NULL, &s, "called here");
    claim_site(&f, NULL, &r->site, "request made here");
    claim_out(c, &f);
    if (e->kind == EVENT_REQUEST_CANCEL)
      return;
  }
  HASH_DEL(c->requests, r);
  free(r);
}
