/* rma_request.c: requests of MPI_Rput and similar calls. They may be completed, but neither
 * freed nor cancelled (section 11.3.5). */
#include <stdlib.h>
#include "checker/core/access.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "freed_sends.h"
#include "origin.h"
#include "rma_request.h"

static struct request *request_find(struct check *c, uint64_t id) {
  struct request *r;
  HASH_FIND(hh, c->requests, &id, sizeof id, r);
  return r;
}

struct request *request_get(struct check *c, uint64_t id) {
  struct request *r = request_find(c, id);
  if (r)
    return r;
  r = malloc(sizeof *r); /* glibc's calloc would not use its fast path */
  if (!r) {
    c->failed = 1;
    return NULL;
  }
  *r = (struct request){.id = id};
  HASH_ADD(hh, c->requests, id, sizeof r->id, r);
  return check_added(c, r) ? r : NULL;
}

/* The operation was issued. If the library gave a request that several operations share,
 * nothing can tell when this one is complete: it counts as complete at its origin. */
void request_add(struct check *c, struct window *w, const struct event *e,
                 const struct calling *op) {
  struct request alone = {.id = 0}, *r = &alone;
  if (e->u.op.request && (r = request_get(c, e->u.op.request))) {
    r->win = e->win;
    r->site = site_of(w, e);
    r->op_seq = op->seq;
    r->target = e->target;
    r->get = op->issued && e->u.op.op == RMA_GET;
  }
  if (!r)
    return;
  issue_attach(w, r, e->target, op->seq);
  if (r == &alone)
    issue_request(c, r);
}

void request_detach(struct check *c, struct access *a) {
  struct request *r = request_find(c, a->request);
  for (struct access **at = r ? &r->buffers : NULL; at && *at; at = &(*at)->mate)
    if (*at == a) {
      *at = a->mate;
      return;
    }
}

/* A call of another thread may have completed it. */
static void doubt(struct check *c, const struct event *e) {
  if (c->threads)
    ending_add(c, &c->doubtful_ends,
               (struct ending){c->time.now, clock_hold(c->clock), .what = ENDS_BUFFERS,
                               .only = e->target + 1});
}

void request_feed(struct check *c, const struct event *e) {
  if (!e->u.request && e->phase == EVENT_ENTER && e->rank == c->rank)
    doubt(c, e);
  struct request *r = request_find(c, e->u.request);
  if (!r || e->rank != c->rank || e->phase != EVENT_ENTER)
    return;
  if (e->kind != EVENT_REQUEST_DONE && r->win) {
    struct window *w = window_find(c, r->win);
    struct site s = site_of(NULL, e);
    struct finding f = claim_as(
        e->kind == EVENT_REQUEST_FREE ? SLUG_RMA_REQUEST_FREED : SLUG_RMA_REQUEST_CANCELLED,
        RMA_REQUEST_FREED, w, call_name(e->call), call_name(r->site.call), r->site.target);
    claim_site(&f, NULL, &s, ROLE_CALLED);
    claim_site(&f, NULL, &r->site, ROLE_REQUEST_MADE);
    claim_out(c, &f);
  }
  if (e->kind == EVENT_REQUEST_CANCEL)
    return;
  for (struct access *a = r->buffers; a; a = a->mate)
    a->doubtful = e->kind == EVENT_REQUEST_DONE && e->flag;
  if (e->kind == EVENT_REQUEST_DONE)
    issue_request(c, r);
  else if (!r->win && e->flag)
    freed_sends_add(c, r);
  else if (!r->win)
    issue_lost(c, r);
  HASH_DEL(c->requests, r);
  free(r);
}

void requests_free(struct check *c) {
  struct request *r, *next;
  HASH_ITER(hh, c->requests, r, next) {
    HASH_DEL(c->requests, r);
    free(r);
  }
  endings_free(c->doubtful_ends);
}
