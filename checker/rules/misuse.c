/* misuse.c: requests and other objects that a call uses against the rules or leaves behind.
 * What was done is known when it is done; here it gets its words. */
#include <stdio.h>
#include <string.h>
#include "include/error_class.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"

/* `text` is given the call, the call that made the object, value and most. */
struct rule {
  enum slug slug;
  int left; /* the call that made it is to blame, the event's is only where it was seen */
  const char *text, *role, *made;
};

static const struct rule rules[MISUSES] = {
    [MISUSE_LOST] = {SLUG_REQUEST_LOST, 1,
                     "The operation that %2$s started was never completed: %1$s is called and "
                     "no wait or test has returned its request as complete.",
                     NULL, "operation started here"},
    [MISUSE_LOST_AMONG] = {SLUG_REQUEST_LOST, 1,
                           "%3$lld of the operations that %2$s started from %4$lld places were "
                           "never completed: %1$s is called and no wait or test has returned "
                           "as many requests as complete. The library gives these operations "
                           "one handle, so that it is not known which they are.",
                           NULL, "operation started here, perhaps this one"},
    [MISUSE_CANCEL_LOST] = {SLUG_REQUEST_LOST, 1,
                            "The operation that %2$s started was cancelled, but never "
                            "completed: MPI_Cancel only marks it, a wait or test is needed "
                            "before %1$s.",
                            NULL, "operation started here"},
    [MISUSE_NOT_FREED] = {SLUG_REQUEST_NOT_FREED, 1,
                          "The persistent request that %2$s made is not freed before %1$s.",
                          NULL, "request made here"},
    [MISUSE_TOLD] = {SLUG_REQUEST_NOT_FREED, 1,
                     "The operation that %2$s started is complete, as MPI_Request_get_status "
                     "has said, but that does not free its request: no wait, test or "
                     "MPI_Request_free is called for it before %1$s.",
                     NULL, "operation started here"},
    [MISUSE_STALE] = {SLUG_REQUEST_STALE, 0,
                      "%1$s is given the handle of a request of %2$s that was completed or "
                      "freed before.",
                      "stale handle", "request made here"},
    [MISUSE_NOTHING] =
        {SLUG_REQUEST_STALE, 0,
         "%1$s is given a handle that is of no request: the request was completed "
         "or freed before, or the variable was never set.",
         "stale handle", NULL},
    [MISUSE_TWICE] = {SLUG_REQUEST_STALE, 0,
                      "%1$s is given the active request of %2$s twice: one completes it, and "
                      "the other handle is of no request then.",
                      "same handle twice", "request made here"},
    [MISUSE_STARTED] = {SLUG_REQUEST_STARTED_ACTIVE, 0,
                        "%1$s is called for a request of %2$s that is active.", "started again",
                        "request made here"},
    [MISUSE_NOT_PERSISTENT] = {SLUG_REQUEST_NOT_PERSISTENT, 0,
                               "%1$s is called for a request of %2$s, which is not persistent.",
                               "started here", "request made here"},
    [MISUSE_RECEIVE_FREED] = {SLUG_RECEIVE_FREED, 0,
                              "%1$s is called for an active receive of %2$s.", "freed here",
                              "receive posted here"},
    [MISUSE_COLLECTIVE_FREED] = {SLUG_COLLECTIVE_FREED, 0,
                                 "%1$s is called for the active request of %2$s, a collective "
                                 "operation.",
                                 "called here", "operation started here"},
    [MISUSE_PARTITION] = {SLUG_PARTITION_INVALID, 0,
                          "%1$s is given partition %3$lld of a request of %2$s that has %4$lld "
                          "partitions, or that is not active.",
                          "called here", "request made here"},
    [MISUSE_PARTITION_TWICE] = {SLUG_PARTITION_TWICE, 0,
                                "%1$s marks partition %3$lld of %4$lld as ready for the second "
                                "time since MPI_Start.",
                                "called here", "request made here"},
    [MISUSE_PARTITION_MISSING] = {SLUG_PARTITION_MISSING, 0,
                                  "%1$s waits for a partitioned send of which %3$lld of %4$lld "
                                  "partitions are ready.",
                                  "waits here", "request made here"},
    [MISUSE_OBJECT] = {SLUG_OBJECT_NOT_FREED, 1,
                       "The %5$s that %2$s made is not freed before %1$s.", NULL, "made here"},
    [MISUSE_HANDLE] = {SLUG_HANDLE_STALE, 0,
                       "%1$s is given a handle of %6$s %5$s that %2$s has freed.", "used here",
                       "freed here"},
    [MISUSE_WINDOW] = {SLUG_WINDOW_STALE, 0,
                       "%1$s is given a handle of a window that %2$s has freed.", "used here",
                       "freed here"},
    [MISUSE_BOTH] = {SLUG_REQUEST_TWO_THREADS, 0,
                     "%1$s is given the request of %2$s while another thread waits for it or "
                     "tests it.",
                     "second thread", "request made here"},
    [MISUSE_THREAD] =
        {SLUG_THREAD_LEVEL, 0,
         "%1$s is called by another thread than the one that has initialized MPI; "
         "the granted thread level lets only that one call MPI.",
         "called here", NULL},
    [MISUSE_THREADS] =
        {SLUG_THREAD_LEVEL, 0,
         "%1$s is called while another thread is in %2$s; the granted thread "
         "level, MPI_THREAD_SERIALIZED, lets threads call MPI only one at a time.",
         "called here", NULL},
    [MISUSE_RESULT] = {SLUG_ERROR_IGNORED, 0,
                       "%1$s has failed: it returned %7$s (error code %4$lld), and the program "
                       "does not look at what it returned.",
                       "failed here", NULL},
    [MISUSE_ALIAS] = {
        SLUG_RESULT_OVERLAP, 0,
        "The buffer that %1$s reads and the one it writes, at an offset of %3$lld "
        "bytes from the first, share bytes.",
        "overlapping buffers", NULL}};

static struct site maker(const struct event *e, const struct event_maker *m) {
  struct event made = *e;
  made.call = m->call;
  made.thread = m->thread;
  made.stack = m->stack;
  return site_of(NULL, &made);
}

void misuse_feed(struct check *c, const struct event *e) {
  static const char *const objects[OBJECTS] = {
      "communicator",        "datatype",    "window",       "group", "file",
      "reduction operation", "info object", "error handler"};
  const struct event_misuse *m = &e->u.misuse;
  static const char *const classes[ERROR_CLASSES] = {
#define CLASS(name) [ERROR_##name] = #name,
#include "include/error_class.def"
#undef CLASS
  };
  if (e->rank != c->rank || m->what >= MISUSES)
    return;
  const struct rule *r = &rules[m->what];
  int64_t object = m->value >= 0 && m->value < OBJECTS ? m->value : 0,
          class = m->value >= 0 && m->value < ERROR_CLASSES ? m->value : 0;
  struct site s = site_of(NULL, e),
              made = maker(e, &(struct event_maker){m->call, m->thread, m->stack});
  int window = r->slug == SLUG_OBJECT_NOT_FREED && object == OBJECT_WIN;
  struct finding f = claim(window ? SLUG_WINDOW_NOT_FREED : r->slug, NULL, "%s", "");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
  snprintf(f.message, sizeof f.message, r->text, call_name(e->call), call_name(m->call),
           (long long)m->value, (long long)m->most, objects[object],
           strchr("aeiou", *objects[object]) ? "an" : "a", classes[class]);
#pragma GCC diagnostic pop
  if (!r->left)
    claim_site(&f, NULL, &s, r->role);
  if (r->made)
    claim_site(&f, NULL, &made, r->made);
  for (int i = 0; i < m->others; i++) {
    made = maker(e, &m->other[i]);
    claim_site(&f, NULL, &made, r->made);
  }
  claim_out(c, &f);
}
