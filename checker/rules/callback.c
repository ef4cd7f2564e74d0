/* callback.c: what the callbacks of a generalized request may do (section 12.2). */
#include <string.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "greq.h"

static void report(struct check *c, struct finding *f, const struct greq *g,
                   const struct event *e, enum location_role role, const struct site *past) {
  struct site s = site_of(NULL, e);
  claim_site(f, NULL, &s, role);
  if (past)
    claim_site(f, NULL, past, ROLE_FIRST_ASKED);
  claim_site(f, NULL, &g->start, ROLE_REQUEST_MADE);
  claim_out(c, f);
}

void greq_own(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f =
      claim(GREQ_CALLBACK_OWN, NULL, call_name(e->call), callback_name(e->u.greq.callback));
  report(c, &f, g, e, ROLE_IN_CALLBACK, NULL);
}

static void state_gone(struct check *c, const struct greq *g, const struct event *e) {
  const char *callback = callback_name(e->u.greq.callback), *call = call_name(e->call);
  struct finding f = e->u.greq.facts & GREQ_HEAP ? claim(GREQ_STATE_FREED, NULL, callback, call)
                                                 : claim(GREQ_STATE_LEFT, NULL, callback, call);
  report(c, &f, g, e, ROLE_CALLBACK_RUNS, NULL);
}

static void code_lost(struct check *c, const struct greq *g, const struct event *e) {
  const char *callback = callback_name(e->u.greq.callback), *call = call_name(e->call);
  int code = e->u.greq.code;
  struct finding f = e->u.greq.step == GREQ_LOST
                         ? claim(GREQ_ERROR_LOST, NULL, callback, code, call)
                         : claim(GREQ_ERROR_SWALLOWED, NULL, callback, code, call);
  report(c, &f, g, e, ROLE_CALLBACK_RUNS, NULL);
}

static void unset(struct check *c, const struct greq *g, const struct event *e) {
  unsigned elements = e->u.greq.facts & GREQ_SET_ELEMENTS,
           cancelled = e->u.greq.facts & GREQ_SET_CANCELLED;
  const char *call = call_name(e->call);
  struct finding f = elements    ? claim(GREQ_CANCELLED_UNSET, NULL, call)
                     : cancelled ? claim(GREQ_ELEMENTS_UNSET, NULL, call)
                                 : claim(GREQ_STATUS_UNSET, NULL, call);
  report(c, &f, g, e, ROLE_CALLBACK_RUNS, NULL);
}

static void query(struct check *c, struct greq *g, const struct event *e) {
  const unsigned both = GREQ_SET_ELEMENTS | GREQ_SET_CANCELLED;
  const struct event_greq *q = &e->u.greq;
  if (q->facts & GREQ_SET_ERROR) {
    struct finding f = claim(GREQ_QUERY_ERROR, NULL, call_name(e->call));
    report(c, &f, g, e, ROLE_CALLBACK_RUNS, NULL);
  }
  if (q->code)
    return;
  if ((q->facts & both) != both && !(q->facts & GREQ_IGNORED))
    unset(c, g, e);
  if (g->queried && g->status != q->status) {
    struct finding f =
        claim(GREQ_QUERY_DIFFERS, NULL, call_name(e->call), call_name(g->query.call));
    report(c, &f, g, e, ROLE_ASKED_AGAIN, &g->query);
  }
  if (!g->queried) {
    g->queried = 1;
    g->status = q->status;
    g->query = site_of(NULL, e);
  }
}

static void called(struct check *c, const struct greq *g, const struct event *e) {
  if (e->u.greq.facts & GREQ_BLOCKS) {
    struct finding f = claim(GREQ_CALLBACK_BLOCKS, NULL, callback_name(e->u.greq.callback),
                             call_name(e->call));
    report(c, &f, g, e, ROLE_IN_CALLBACK, NULL);
  }
  if (e->u.greq.facts & GREQ_THREAD) {
    struct finding f = claim(GREQ_CALLBACK_THREAD, NULL, callback_name(e->u.greq.callback),
                             call_name(e->call), e->thread);
    report(c, &f, g, e, ROLE_IN_CALLBACK, NULL);
  }
}

void greq_callback(struct check *c, struct greq *g, const struct event *e) {
  const struct event_greq *q = &e->u.greq;
  int gone = q->facts & (GREQ_STACK | GREQ_HEAP);
  if (gone)
    state_gone(c, g, e);
  if (q->code && (q->step == GREQ_LOST || (q->facts & GREQ_SWALLOWS)))
    code_lost(c, g, e);
  switch (q->step) {
  case GREQ_QUERY:
    query(c, g, e);
    break;
  case GREQ_CANCELED:
    if (!(q->facts & GREQ_IS_COMPLETE) && !g->cancelled) {
      g->cancelled = 1;
      g->cancel = site_of(NULL, e);
    }
    break;
  case GREQ_CALL:
    called(c, g, e);
    break;
  default:
    break;
  }
}
