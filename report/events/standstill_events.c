#include "standstill_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "include/library.h"
#include "include/name.h"
#include "report/journal/call_number.h"
#include "report/journal/journal.h"
#include "progress_events.h"
#include "report/journal/member.h"

/* What the events of one rank are made from. */
struct teller {
  struct progress *progress;
  const struct rank *rank;
  int32_t thread;
};

static struct event event_of(const struct teller *t, int kind) {
  return (struct event){.kind = (uint8_t)kind,
                        .call = (uint16_t)CALL_NONE,
                        .rank = t->rank->rank,
                        .thread = t->thread,
                        .target = -1};
}

static uint64_t member_name(const json_t *object, const char *key) {
  return progress_events_name(member_text_or(object, key, ""));
}

static uint8_t is_true(const json_t *object, const char *key) {
  return json_is_true(member_get(object, key));
}

static uint16_t call_of(const json_t *object, const char *key) {
  return (uint16_t)call_number(member_text_or(object, key, ""));
}

static uint32_t stack_of(const json_t *object, const char *key) {
  json_int_t id = member_number(object, key, 0);
  return id < 0 || id > UINT32_MAX ? 0 : (uint32_t)id;
}

/* Makes room for `n` items. Returns NULL if there are none to tell, or no memory. */
static void *room_for(size_t n, size_t size) {
  return n && n <= INT32_MAX ? calloc(n, size) : NULL;
}

/* Returns those members of an array that can be ranks; to be freed. */
static int32_t *ranks_of(const json_t *array, int32_t *count) {
  int32_t *rank = room_for(json_array_size(array), sizeof *rank);
  json_t *number;
  size_t i;
  *count = 0;
  if (!rank)
    return NULL;
  json_array_foreach((json_t *)array, i, number) {
    json_int_t n = json_is_integer(number) ? json_integer_value(number) : -1;
    if (n >= 0 && n <= INT32_MAX)
      rank[(*count)++] = (int32_t)n;
  }
  return rank;
}

static struct event_message *messages_of(const json_t *array, int32_t *count) {
  struct event_message *message = room_for(json_array_size(array), sizeof *message);
  json_t *m;
  size_t i;
  *count = 0;
  if (!message)
    return NULL;
  json_array_foreach((json_t *)array, i, m) {
    message[(*count)++] = (struct event_message){.rank = member_int(m, "rank", -1),
                                                 .key = member_name(m, "key"),
                                                 .send = is_true(m, "send"),
                                                 .call = call_of(m, "call"),
                                                 .thread = member_int(m, "thread", 0),
                                                 .stack = stack_of(m, "stack")};
  }
  return message;
}

static uint8_t kind_named(const char *name) {
  static const char *const names[AWAITS] = {"nothing", "post",       "complete", "fence",
                                            "lock",    "collective", "send",     "recv",
                                            "request", "exchange",   "update"};
  for (int i = 0; i < AWAITS; i++)
    if (!strcmp(names[i], name))
      return (uint8_t)i;
  return AWAIT_NOTHING;
}

/* `first`: the wait of the record itself; `wait` may be one of several parts of it. */
static void tell_await(const struct teller *t, const json_t *first, const json_t *wait) {
  struct event e = event_of(t, EVENT_AWAIT);
  struct event_await *a = &e.u.await;
  const json_t *others = member_get(wait, "others");
  e.win = member_name(first, "window");
  a->kind = kind_named(member_text_or(first, "kind", ""));
  a->exclusive = is_true(wait, "exclusive");
  a->all = is_true(wait, "all");
  a->counted = member_number(wait, "number", -1) >= 0;
  a->further = json_is_array(others);
  a->begun = call_of(wait, "begun");
  a->comm = member_name(wait, "comm");
  a->number = member_number(wait, "number", 0);
  a->root = member_int(wait, "root", -1);
  int32_t *peer = ranks_of(member_get(wait, "peers"), &a->peers);
  int32_t *other = ranks_of(others, &a->others);
  struct event_message *message = messages_of(member_get(wait, "messages"), &a->messages);
  a->peer = peer;
  a->other = other;
  a->message = message;
  progress_feed(t->progress, &e);
  free(peer);
  free(other);
  free(message);
}

static void tell_awaits(const struct teller *t, const json_t *wait) {
  json_t *one;
  size_t i;
  tell_await(t, wait, wait);
  json_array_foreach(member_get(wait, "each"), i, one) {
    tell_await(t, wait, one);
  }
}

static uint8_t epoch_named(const char *name) {
  return !strcmp(name, "lock") ? EPOCH_LOCK : !strcmp(name, "lock_all") ? EPOCH_LOCK_ALL : 0;
}

static uint8_t flavor_named(const char *name) {
  for (unsigned flavor = FLAVOR_CREATE; flavor <= FLAVOR_SHARED; flavor++)
    if (!strcmp(journal_flavor(flavor), name))
      return (uint8_t)flavor;
  return 0;
}

static struct event_calls *calls_of(const json_t *array, int32_t *count) {
  struct event_calls *calls = room_for(json_array_size(array), sizeof *calls);
  json_t *peer;
  size_t i;
  *count = 0;
  if (!calls)
    return NULL;
  json_array_foreach((json_t *)array, i, peer) {
    calls[(*count)++] = (struct event_calls){.rank = member_int(peer, "rank", -1),
                                             .posts = member_number(peer, "posts", 0),
                                             .starts = member_number(peer, "starts", 0),
                                             .completes = member_number(peer, "completes", 0)};
  }
  return calls;
}

static void tell_window(const struct teller *t, const json_t *window) {
  struct event e = event_of(t, EVENT_SYNCHRONISED);
  struct event_synchronised *s = &e.u.synchronised;
  e.win = member_name(window, "window");
  s->flavor = flavor_named(member_text_or(window, "flavor", ""));
  s->access = epoch_named(member_text_or(window, "access", ""));
  s->nocheck = is_true(window, "nocheck");
  s->fences = member_number(window, "fences", 0);
  s->access_stack = stack_of(window, "access_stack");
  s->exposure_stack = stack_of(window, "exposure_stack");
  int32_t *locked = ranks_of(member_get(window, "access_targets"), &s->locks);
  int32_t *exclusive = ranks_of(member_get(window, "exclusive"), &s->exclusives);
  int32_t *granted = ranks_of(member_get(window, "granted"), &s->grants);
  struct event_calls *calls = calls_of(member_get(window, "peers"), &s->peers);
  s->locked = locked;
  s->exclusive = exclusive;
  s->granted = granted;
  s->calls = calls;
  progress_feed(t->progress, &e);
  free(locked);
  free(exclusive);
  free(granted);
  free(calls);
}

static void tell_collectives(const struct teller *t, json_t *calls) {
  struct event e = event_of(t, EVENT_COLLECTIVES);
  struct event_begun *begun = room_for(json_object_size(calls), sizeof *begun);
  const char *comm;
  json_t *number;
  if (!begun)
    return;
  json_object_foreach(calls, comm, number) {
    begun[e.u.collectives.comms++] =
        (struct event_begun){progress_events_name(comm), member_number(calls, comm, 0)};
  }
  e.u.collectives.begun = begun;
  progress_feed(t->progress, &e);
  free(begun);
}

/* Feeds nothing if some name cannot be read. */
static void tell_sends(const struct teller *t, const json_t *names) {
  struct event e = event_of(t, EVENT_SENDS);
  uint64_t *list = room_for(json_array_size(names) + 1, sizeof *list);
  json_t *name;
  size_t i;
  int good = json_is_array(names) && list;
  json_array_foreach((json_t *)names, i, name) {
    good = good && json_is_string(name);
    if (good)
      list[e.u.sends.count++] = progress_events_name(json_string_value(name));
  }
  e.u.sends.list = list;
  if (good)
    progress_feed(t->progress, &e);
  free(list);
}

static int64_t microseconds(const json_t *record) {
  double seconds = member_real(record, "seconds", 0);
  return !(seconds >= 0) ? 0 : seconds > 1e12 ? (int64_t)1e18 : (int64_t)(seconds * 1e6);
}

static void tell_thread(struct teller *t, const json_t *record) {
  const char *args = member_text_or(record, "args", "");
  size_t n = strlen(args), i;
  json_t *window;
  t->thread = member_int(record, "thread", 0);
  struct event e = event_of(t, EVENT_STANDSTILL);
  e.call = call_of(record, "call");
  e.stack = stack_of(record, "stack");
  e.u.standstill = (struct event_standstill){.in_call = is_true(record, "in_call"),
                                             .polls = is_true(record, "polls"),
                                             .parked = is_true(record, "parked"),
                                             .outside = is_true(record, "outside"),
                                             .matched = is_true(record, "matched"),
                                             .free = member_int(record, "free", 0),
                                             .microseconds = microseconds(record),
                                             .args = args,
                                             .length = n <= INT32_MAX ? (int32_t)n : 0};
  progress_feed(t->progress, &e);
  if (member_get(record, "wait"))
    tell_awaits(t, member_get(record, "wait"));
  json_array_foreach(member_get(record, "windows"), i, window) {
    tell_window(t, window);
  }
  tell_collectives(t, member_get(record, "collectives"));
  tell_sends(t, member_get(record, "sent"));
}

static void tell_process(const struct teller *t) {
  const struct rank *r = t->rank;
  const struct library *l = library_named(member_text_or(r->start, "mpi", ""));
  const char *level = member_text_or(r->start, "threads", "multiple");
  struct event e = event_of(t, EVENT_PROCESS);
  e.u.process = (struct event_process){
      .size = rank_size(r),
      .ended = r->end != NULL,
      /* If the MPI library ends it, it is about to end the others, too. */
      .exited = r->exit && !member_get(r->exit, "failed"),
      .one_thread = !strcmp(level, "single") || !strcmp(level, "funneled"),
      .locks_at_once = l && l->locks == LOCKS_AT_ONCE,
      .told_unmatched = member_get(r->slugs, "start-without-post") ||
                        member_get(r->slugs, "post-without-start"),
      .told_request = member_get(r->slugs, "greq-wait-forever") ||
                      member_get(r->slugs, "greq-cancel-ignored") ||
                      member_get(r->slugs, "partition-missing")};
  progress_feed(t->progress, &e);
}

/* Whether a process of the world has ended without MPI_Finalize, for reasons of its own. */
static int has_broken_off(const struct journals *js, size_t from) {
  for (size_t i = from; i < js->ranks && i < js->rank[from].to; i++) {
    const struct rank *r = &js->rank[i];
    if (!r->end && (r->exit || r->abort || r->crash))
      return 1;
  }
  return 0;
}

void standstill_events(struct progress *p, const struct journals *js, size_t from) {
  const int broken_off = has_broken_off(js, from);
  for (size_t i = from; i < js->ranks && i < js->rank[from].to; i++) {
    struct teller t = {.progress = p, .rank = &js->rank[i]};
    const char *thread;
    json_t *record;
    tell_process(&t);
    if (js->rank[i].crash)
      continue; /* it waits for nothing */
    json_object_foreach(js->rank[i].hangs, thread, record) {
      /* A process that was ended because another one had ended may have waited for a moment
       * only. */
      if (record == standstill_record(t.rank, member_int(record, "thread", 0)) &&
          !(broken_off && is_true(record, "ending")))
        tell_thread(&t, record);
    }
  }
}

const json_t *standstill_record(const struct rank *r, int32_t thread) {
  char key[16];
  snprintf(key, sizeof key, "%d", thread);
  return member_get(r->hangs, key);
}
