/* callback.c: what the callbacks of a generalized request may do (section 12.2). */
#include <string.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "greq.h"

static const char *callback_name(unsigned callback) {
  static const char *const names[] = {"no callback", "query_fn", "free_fn", "cancel_fn",
                                      "poll_fn"};
  return callback < sizeof names / sizeof *names ? names[callback] : "?";
}

static void report(struct check *c, struct finding *f, const struct greq *g,
                   const struct event *e, const char *role, const struct site *past) {
  struct site s = site_of(NULL, e);
  claim_site(f, NULL, &s, role);
  if (past)
    claim_site(f, NULL, past, "first asked here");
  claim_site(f, NULL, &g->start, "request made here");
  claim_out(c, f);
}

void greq_own(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f = claim(SLUG_GREQ_CALLBACK_OWN, NULL,
                           "%s is called on a generalized request by %s of the same request.",
                           call_name(e->call), callback_name(e->u.greq.callback));
  report(c, &f, g, e, "called in the callback", NULL);
}

static void state_gone(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f =
      claim(SLUG_GREQ_STATE_GONE, NULL,
            "%s runs in %s with an extra_state that %s since "
            "MPI_Grequest_start.",
            callback_name(e->u.greq.callback), call_name(e->call),
            e->u.greq.facts & GREQ_HEAP ? "was freed" : "lies in a stack frame which was left");
  report(c, &f, g, e, "callback runs in this call", NULL);
}

static void code_lost(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f =
      claim(SLUG_GREQ_ERROR_LOST, NULL, "%s returns the error code %d in %s, %s.",
            callback_name(e->u.greq.callback), e->u.greq.code, call_name(e->call),
            e->u.greq.step == GREQ_LOST
                ? "which does not pass it on: the program does not get it"
                : "which was given MPI_STATUSES_IGNORE: the program cannot get it");
  report(c, &f, g, e, "callback runs in this call", NULL);
}

static void unset(struct check *c, const struct greq *g, const struct event *e) {
  unsigned elements = e->u.greq.facts & GREQ_SET_ELEMENTS,
           cancelled = e->u.greq.facts & GREQ_SET_CANCELLED;
  struct finding f = claim(
      SLUG_GREQ_STATUS_UNSET, NULL,
      "query_fn leaves the status that %s gives to the program without %s.", call_name(e->call),
      elements    ? "the cancelled flag"
      : cancelled ? "the number of elements"
                  : "the number of elements and the cancelled flag");
  report(c, &f, g, e, "callback runs in this call", NULL);
}

static void query(struct check *c, struct greq *g, const struct event *e) {
  const unsigned both = GREQ_SET_ELEMENTS | GREQ_SET_CANCELLED;
  const struct event_greq *q = &e->u.greq;
  if (q->facts & GREQ_SET_ERROR) {
    struct finding f =
        claim(SLUG_GREQ_QUERY_ERROR, NULL,
              "query_fn sets the field MPI_ERROR of the status in %s.", call_name(e->call));
    report(c, &f, g, e, "callback runs in this call", NULL);
  }
  if (q->code)
    return;
  if ((q->facts & both) != both && !(q->facts & GREQ_IGNORED))
    unset(c, g, e);
  if (g->queried && g->status != q->status) {
    struct finding f =
        claim(SLUG_GREQ_QUERY_DIFFERS, NULL,
              "query_fn fills the status in %s otherwise than before, in %s, for "
              "the same request.",
              call_name(e->call), call_name(g->query.call));
    report(c, &f, g, e, "asked again here", &g->query);
  }
  if (!g->queried) {
    g->queried = 1;
    g->status = q->status;
    g->query = site_of(NULL, e);
  }
}

static void called(struct check *c, const struct greq *g, const struct event *e) {
  if (e->u.greq.facts & GREQ_BLOCKS) {
    struct finding f = claim(SLUG_GREQ_CALLBACK_BLOCKS, NULL,
                             "%s of a generalized request calls %s, which may wait for other "
                             "processes.",
                             callback_name(e->u.greq.callback), call_name(e->call));
    report(c, &f, g, e, "called in the callback", NULL);
  }
  if (e->u.greq.facts & GREQ_THREAD) {
    struct finding f = claim(SLUG_GREQ_CALLBACK_THREAD, NULL,
                             "%s of a generalized request calls %s in thread %d, which the "
                             "granted thread level does not let call MPI at this moment.",
                             callback_name(e->u.greq.callback), call_name(e->call), e->thread);
    report(c, &f, g, e, "called in the callback", NULL);
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
