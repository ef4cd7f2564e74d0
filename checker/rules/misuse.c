/* misuse.c: requests and other objects that a call uses against the rules, or that are never
 * freed. Others find out what was done and when; here it becomes a finding. */
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"

/* The roles of the event's call and of the call that made the object. */
static const struct rule {
  enum location_role role; /* none: the mistake is only noticed in this call; the one that made
                              the object is to blame */
  enum location_role made;
} rules[MISUSES] = {[MISUSE_LOST] = {ROLE_NONE, ROLE_OPERATION_STARTED},
                    [MISUSE_LOST_AMONG] = {ROLE_NONE, ROLE_PERHAPS_STARTED},
                    [MISUSE_CANCEL_LOST] = {ROLE_NONE, ROLE_OPERATION_STARTED},
                    [MISUSE_NOT_FREED] = {ROLE_NONE, ROLE_REQUEST_MADE},
                    [MISUSE_NOT_STARTED] = {ROLE_NONE, ROLE_REQUEST_MADE},
                    [MISUSE_TOLD] = {ROLE_NONE, ROLE_OPERATION_STARTED},
                    [MISUSE_STALE] = {ROLE_STALE_HANDLE, ROLE_REQUEST_MADE},
                    [MISUSE_NOTHING] = {ROLE_STALE_HANDLE, ROLE_NONE},
                    [MISUSE_TWICE] = {ROLE_SAME_HANDLE, ROLE_REQUEST_MADE},
                    [MISUSE_STARTED] = {ROLE_STARTED_AGAIN, ROLE_REQUEST_MADE},
                    [MISUSE_NOT_PERSISTENT] = {ROLE_STARTED, ROLE_REQUEST_MADE},
                    [MISUSE_RECEIVE_FREED] = {ROLE_FREED, ROLE_RECEIVE_POSTED},
                    [MISUSE_COLLECTIVE_FREED] = {ROLE_CALLED, ROLE_OPERATION_STARTED},
                    [MISUSE_PARTITION] = {ROLE_CALLED, ROLE_REQUEST_MADE},
                    [MISUSE_PARTITION_TWICE] = {ROLE_CALLED, ROLE_REQUEST_MADE},
                    [MISUSE_PARTITION_MISSING] = {ROLE_WAITS, ROLE_REQUEST_MADE},
                    [MISUSE_OBJECT] = {ROLE_NONE, ROLE_MADE},
                    [MISUSE_HANDLE] = {ROLE_USED, ROLE_FREED},
                    [MISUSE_WINDOW] = {ROLE_USED, ROLE_FREED},
                    [MISUSE_BOTH] = {ROLE_SECOND_THREAD, ROLE_REQUEST_MADE},
                    [MISUSE_THREAD] = {ROLE_CALLED, ROLE_NONE},
                    [MISUSE_THREADS] = {ROLE_CALLED, ROLE_NONE},
                    [MISUSE_THREADS_UNORDERED] = {ROLE_CALLED, ROLE_OTHER_THREAD},
                    [MISUSE_COLLECTIVE_THREADS] = {ROLE_CALLED, ROLE_OTHER_THREAD},
                    [MISUSE_BOTH_UNORDERED] = {ROLE_SECOND_THREAD, ROLE_OTHER_THREAD},
                    [MISUSE_PROBED_BY_OTHER] = {ROLE_RIVAL_RECEIVE, ROLE_PROBE},
                    [MISUSE_PROBED_TAKEN] = {ROLE_PROBED_RECEIVE, ROLE_RIVAL_RECEIVE},
                    [MISUSE_UNRECEIVED] = {ROLE_NONE, ROLE_SENT},
                    [MISUSE_RESULT] = {ROLE_FAILED, ROLE_NONE},
                    [MISUSE_ALIAS] = {ROLE_OVERLAPPING, ROLE_NONE},
                    [MISUSE_PARTITION_SIDE] = {ROLE_CALLED, ROLE_REQUEST_MADE},
                    [MISUSE_FILE_IN_USE] = {ROLE_CALLED, ROLE_OPERATION_STARTED},
                    [MISUSE_FINALIZE_IN_CALL] = {ROLE_CALLED, ROLE_NONE},
                    [MISUSE_FINALIZE_THREAD] = {ROLE_CALLED, ROLE_NONE},
                    [MISUSE_NOT_FREE_MEM] = {ROLE_FREED, ROLE_ALLOCATED},
                    [MISUSE_NOT_ALLOCATED] = {ROLE_CALLED, ROLE_NONE},
                    [MISUSE_FREED_AGAIN] = {ROLE_FREED_AGAIN, ROLE_FREED},
                    [MISUSE_IN_OPERATION] = {ROLE_CALLED, ROLE_MADE}};

static struct site maker(const struct event *e, const struct event_maker *m) {
  struct event made = *e;
  made.call = m->call;
  made.thread = m->thread;
  made.stack = m->stack;
  return site_of(NULL, &made);
}

/* What another order of the process's threads does. */
static struct finding unordered(const struct event *e) {
  const char *call = call_name(e->call), *other = call_name(e->u.misuse.call);
  struct finding f;
  switch (e->u.misuse.what) {
  case MISUSE_THREADS_UNORDERED:
    f = claim(THREADS_UNORDERED, NULL, call, other);
    break;
  case MISUSE_COLLECTIVE_THREADS:
    f = claim(COLLECTIVE_TWO_THREADS, NULL, call, other);
    break;
  case MISUSE_BOTH_UNORDERED:
    f = claim(REQUEST_TWO_UNORDERED, NULL, call, other);
    break;
  case MISUSE_PROBED_BY_OTHER:
    f = claim(PROBED_BY_OTHER, NULL, call, other);
    break;
  default:
    f = claim(PROBED_TAKEN, NULL, call, other);
  }
  f.confidence = SCHEDULE;
  return f;
}

static struct finding unreceived(const struct event_misuse *m) {
  int target = (int)(m->most >> 32), tag = (int)(uint32_t)m->most;
  const char *made = call_name(m->call);
  return m->value == 1
             ? claim(ONE_UNRECEIVED, NULL, made, target, tag)
             : claim(MESSAGE_UNRECEIVED, NULL, (long long)m->value, made, target, tag);
}

/* What MPI_Finalize, `call`, finds left of an object that the call `made` has made. */
static struct finding unfreed(int64_t kind, const char *made, const char *call) {
  switch (kind) {
  case OBJECT_WIN:
    return claim(WINDOW_NOT_FREED, NULL, made, call);
  case OBJECT_FILE:
    return claim(FILE_NOT_CLOSED, NULL, made, call);
  case OBJECT_MESSAGE:
    return claim(MESSAGE_MATCHED_ONLY, NULL, made, call);
  default:
    return claim(OBJECT_NOT_FREED, NULL, object_name(kind), made, call);
  }
}

static struct finding of_object(const struct event *e) {
  const struct event_misuse *m = &e->u.misuse;
  const char *call = call_name(e->call), *made = call_name(m->call);
  const char *object = object_name(m->value);
  switch (m->what) {
  case MISUSE_OBJECT:
    return unfreed(m->value, made, call);
  case MISUSE_HANDLE:
    return e->u.misuse.value == OBJECT_MESSAGE
               ? claim(MESSAGE_STALE, NULL, call, made)
               : claim(HANDLE_STALE, NULL, call, article(object), object, made);
  case MISUSE_WINDOW:
    return claim(WINDOW_STALE, NULL, call, made);
  case MISUSE_THREAD:
    return claim(THREAD_NOT_FIRST, NULL, call);
  case MISUSE_THREADS:
    return claim(THREADS_AT_ONCE, NULL, call, made);
  case MISUSE_FINALIZE_IN_CALL:
    return claim(FINALIZE_IN_CALL, NULL, call, made);
  case MISUSE_FINALIZE_THREAD:
    return claim(FINALIZE_THREAD, NULL, call);
  case MISUSE_THREADS_UNORDERED:
  case MISUSE_COLLECTIVE_THREADS:
  case MISUSE_BOTH_UNORDERED:
  case MISUSE_PROBED_BY_OTHER:
  case MISUSE_PROBED_TAKEN:
    return unordered(e);
  case MISUSE_UNRECEIVED:
    return unreceived(m);
  case MISUSE_RESULT:
    return claim(ERROR_IGNORED, NULL, call, error_class_name(m->value), (long long)m->most);
  default:
    return claim(BUFFERS_SHARE_BYTES, NULL, call, (long long)m->value);
  }
}

static struct finding of_partition(const struct event *e) {
  const struct event_misuse *m = &e->u.misuse;
  const char *call = call_name(e->call);
  long long value = m->value, most = m->most;
  switch (m->what) {
  case MISUSE_PARTITION:
    return value >= 0 && value < most
               ? claim(PARTITION_INACTIVE, NULL, call, call_name(m->call))
               : claim(PARTITION_INVALID, NULL, call, value, call_name(m->call), most - 1);
  case MISUSE_PARTITION_SIDE:
    return value ? claim(PARTITION_RECEIVES, NULL, call, call_name(m->call))
                 : claim(PARTITION_SENDS, NULL, call, call_name(m->call));
  case MISUSE_PARTITION_TWICE:
    return claim(PARTITION_TWICE, NULL, call, value, most);
  case MISUSE_PARTITION_MISSING:
    return claim(PARTITION_MISSING, NULL, call, value, most);
  default:
    return of_object(e);
  }
}

static struct finding verdict(const struct event *e) {
  const struct event_misuse *m = &e->u.misuse;
  const char *call = call_name(e->call), *made = call_name(m->call);
  switch (m->what) {
  case MISUSE_LOST:
    return claim(REQUEST_LOST, NULL, made, call);
  case MISUSE_LOST_AMONG:
    return claim(REQUEST_LOST_AMONG, NULL, (long long)m->value, made, (long long)m->most, call);
  case MISUSE_CANCEL_LOST:
    return claim(REQUEST_CANCEL_LOST, NULL, made, call);
  case MISUSE_NOT_FREED:
    return claim(REQUEST_NOT_FREED, NULL, made, call);
  case MISUSE_NOT_STARTED:
    return claim(REQUEST_NOT_STARTED, NULL, made, call);
  case MISUSE_TOLD:
    return claim(REQUEST_ONLY_ASKED, NULL, made, call);
  case MISUSE_STALE:
    return claim(REQUEST_STALE, NULL, call, made);
  case MISUSE_NOTHING:
    return claim(REQUEST_NOTHING, NULL, call);
  case MISUSE_TWICE:
    return claim(REQUEST_TWICE, NULL, call, made);
  case MISUSE_STARTED:
    return claim(REQUEST_STARTED_ACTIVE, NULL, call, made);
  case MISUSE_NOT_PERSISTENT:
    return claim(REQUEST_NOT_PERSISTENT, NULL, call, made);
  case MISUSE_RECEIVE_FREED:
    return claim(RECEIVE_FREED, NULL, call, made);
  case MISUSE_COLLECTIVE_FREED:
    return claim(COLLECTIVE_FREED, NULL, call, made);
  case MISUSE_FILE_IN_USE:
    return claim(FILE_IN_USE, NULL, call, made);
  case MISUSE_BOTH:
    return claim(REQUEST_TWO_THREADS, NULL, call, made);
  case MISUSE_NOT_FREE_MEM:
    return claim(ALLOCATED_FREED_OTHERWISE, NULL, call, made);
  case MISUSE_NOT_ALLOCATED:
    return claim(FREED_NOT_ALLOCATED, NULL, call);
  case MISUSE_FREED_AGAIN:
    return claim(ALLOCATED_FREED_AGAIN, NULL, call, made);
  case MISUSE_IN_OPERATION:
    return claim(CALLED_IN_OPERATION, NULL, call, made);
  default:
    return of_partition(e);
  }
}

/* What orders the threads of the process by themselves was asked before. Messages may do so,
 * too, by way of other processes: the checker alone knows. */
static int is_ordered(const struct check *c, const struct event_misuse *m) {
  switch (m->what) {
  case MISUSE_THREADS_UNORDERED:
  case MISUSE_COLLECTIVE_THREADS:
  case MISUSE_BOTH_UNORDERED:
  case MISUSE_PROBED_BY_OTHER:
  case MISUSE_PROBED_TAKEN:
    return threads_current_knows_of(c, m->thread, (uint64_t)m->value);
  default:
    return 0;
  }
}

void misuse_feed(struct check *c, const struct event *e) {
  const struct event_misuse *m = &e->u.misuse;
  if (e->rank != c->rank || m->what >= MISUSES || is_ordered(c, m))
    return;
  const struct rule *r = &rules[m->what];
  struct site s = site_of(NULL, e),
              made = maker(e, &(struct event_maker){m->call, m->thread, m->stack});
  struct finding f = verdict(e);
  if (r->role)
    claim_site(&f, NULL, &s, r->role);
  if (r->made)
    claim_site(&f, NULL, &made, r->made);
  for (int i = 0; i < m->others; i++) {
    made = maker(e, &m->other[i]);
    claim_site(&f, NULL, &made, r->made);
  }
  claim_out(c, &f);
}
