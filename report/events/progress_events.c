#include "progress_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "include/call.h"
#include "include/library.h"
#include "report/journal/call_number.h"
#include "report/journal/member.h"

static json_int_t item(const json_t *array, size_t i) {
  const json_t *n = json_array_get(array, i);
  return json_is_integer(n) ? json_integer_value(n) : -1;
}

uint64_t progress_events_name(const char *id) {
  char *end;
  uint64_t number = strtoull(id, &end, 16);
  return *end ? XXH3_64bits(id, strlen(id)) : number;
}

static uint64_t *numbers(const json_t *bytes, int32_t *n) {
  size_t count = json_array_size(bytes);
  uint64_t *all = calloc(count + 1, sizeof *all);
  *n = all && count < INT32_MAX ? (int32_t)count : 0;
  for (int32_t i = 0; i < *n; i++)
    all[i] = (uint64_t)item(bytes, (size_t)i);
  return all;
}

/* The amounts by peer of a call. Its arrays belong to whoever calls. */
static struct event_amounts amounts_of(const json_t *amounts) {
  const json_t *sent = json_array_get(amounts, 1), *received = json_array_get(amounts, 2);
  struct event_amounts a = {.me = (int32_t)item(amounts, 0),
                            .sent_basic = (uint16_t)item(sent, 0),
                            .sent_element = (uint16_t)item(sent, 1),
                            .received_basic = (uint16_t)item(received, 0),
                            .received_element = (uint16_t)item(received, 1)};
  a.sent = numbers(json_array_get(sent, 2), &a.sents);
  a.received = numbers(json_array_get(received, 2), &a.receives);
  a.sent_type = numbers(json_array_get(sent, 3), &a.sent_types);
  a.received_type = numbers(json_array_get(received, 3), &a.received_types);
  return a;
}

static void feed_amounts(struct progress *p, struct event e, struct event_amounts a) {
  a.comm = e.u.promise.comm;
  a.number = e.u.promise.number;
  e.kind = EVENT_AMOUNTS;
  e.u.amounts = a;
  progress_feed(p, &e);
}

/* What calls are on: a communicator, a window or a file. */
struct called_on {
  uint64_t id;
  int32_t size; /* event_promise */
};

/* Calls of one kind: all but which one it was, and on what. */
struct call_kind {
  struct event event;
  uint64_t *part;
  int has_amounts;
  struct event_amounts amounts;
};

static struct call_kind kind_of(const struct rank *r, const json_t *kind) {
  const char *call = json_string_value(json_array_get(kind, 0));
  const json_t *amounts = json_array_get(kind, 13);
  struct call_kind k = {.event = {.kind = EVENT_PROMISE, .rank = r->rank, .target = -1}};
  struct event *e = &k.event;
  if (!call) {
    e->kind = EVENT_NO_KIND;
    return k;
  }
  e->call = (uint16_t)call_number(call);
  e->thread = (int32_t)item(kind, 6);
  e->stack = (uint32_t)item(kind, 7);
  e->u.promise = (struct event_promise){.root = (int32_t)item(kind, 1),
                                        .reduce = (int32_t)item(kind, 2),
                                        .basic = (uint16_t)item(kind, 3),
                                        .element = (uint16_t)item(kind, 4),
                                        .bytes = item(kind, 5),
                                        .arguments = (uint64_t)item(kind, 8),
                                        .side = (int32_t)item(kind, 9),
                                        .on = (int32_t)item(kind, 10),
                                        .edges = (uint64_t)item(kind, 12)};
  e->u.promise.part = k.part = numbers(json_array_get(kind, 11), &e->u.promise.parts);
  k.has_amounts = amounts != NULL;
  if (amounts)
    k.amounts = amounts_of(amounts);
  return k;
}

static void kind_free(struct call_kind *k) {
  free(k->part);
  free((void *)k->amounts.sent);
  free((void *)k->amounts.received);
  free((void *)k->amounts.sent_type);
  free((void *)k->amounts.received_type);
}

static void feed_call(struct progress *p, const struct call_kind *k, struct called_on on,
                      int64_t number) {
  struct event e = k->event;
  if (e.kind != EVENT_PROMISE)
    return;
  e.u.promise.comm = on.id;
  e.u.promise.size = on.size;
  e.u.promise.number = number;
  progress_feed(p, &e);
  if (k->has_amounts)
    feed_amounts(p, e, k->amounts);
}

/* The kinds of a record, which its calls name by their numbers. */
struct call_kinds {
  struct call_kind *at;
  size_t n;
};

static struct call_kinds kinds_of(const struct rank *r, const json_t *kinds) {
  struct call_kinds all = {.n = json_array_size(kinds)};
  all.at = calloc(all.n + 1, sizeof *all.at);
  all.n = all.at ? all.n : 0;
  for (size_t i = 0; i < all.n; i++)
    all.at[i] = kind_of(r, json_array_get(kinds, i));
  return all;
}

static void kinds_free(struct call_kinds *all) {
  for (size_t i = 0; i < all->n; i++)
    kind_free(&all->at[i]);
  free(all->at);
}

/* `text`: "3*12,4", from the number-th call on. */
static void feed_calls(struct progress *p, const struct call_kinds *kinds, struct called_on on,
                       int64_t number, const char *text) {
  enum { MOST = 1 << 16 };
  const int64_t most = number < INT64_MAX - MOST ? number + MOST : 0;
  while (*text && number < most) {
    char *end;
    unsigned long kind = strtoul(text, &end, 10), times = 1;
    if (end == text)
      return;
    if (*end == '*')
      times = strtoul(end + 1, &end, 10);
    for (; times && number < most; times--, number++)
      if (kind && kind <= kinds->n)
        feed_call(p, &kinds->at[kind - 1], on, number);
    text = *end == ',' ? end + 1 : "";
  }
}

void progress_events_misplaced(struct progress *p, const struct rank *r) {
  struct event e = {.kind = EVENT_MISPLACED, .rank = r->rank, .target = -1};
  json_t *record;
  size_t i;
  json_array_foreach(r->misplaced, i, record) {
    const char *when = member_text_or(record, "when", "");
    e.call = (uint16_t)call_number(member_text_or(record, "call", ""));
    e.thread = member_int(record, "thread", 0);
    e.stack = (uint32_t)member_number(record, "stack", 0);
    e.u.misplaced.when = !strcmp(when, "before")  ? MISPLACED_BEFORE
                         : !strcmp(when, "after") ? MISPLACED_AFTER
                                                  : MISPLACED_AGAIN;
    progress_feed(p, &e);
  }
  if (!r->exit || r->end || r->abort || r->stopped || member_int(r->exit, "code", 1) != 0)
    return;
  e.call = (uint16_t)call_number(member_text_or(r->exit, "init", ""));
  e.thread = 0;
  e.stack = (uint32_t)member_number(r->exit, "stack", 0);
  e.u.misplaced.when = MISPLACED_NEVER;
  progress_feed(p, &e);
}

/* Messages of one kind, of another rank's letters or of one alone. */
static void feed_letter(struct progress *p, const struct rank *r, struct event_letters l,
                        const json_t *kind) {
  const char *call = json_string_value(json_array_get(kind, 0));
  struct event e = {.kind = EVENT_LETTERS, .rank = r->rank, .target = -1};
  if (!call || (l.other < 0 && !l.truncated))
    return;
  e.call = (uint16_t)call_number(call);
  e.thread = (int32_t)item(kind, 4);
  e.stack = (uint32_t)item(kind, 5);
  l.basic = (uint16_t)item(kind, 1);
  l.element = (uint16_t)item(kind, 2);
  l.bytes = item(kind, 3);
  uint64_t *part = numbers(json_array_get(kind, 6), &l.parts);
  l.part = part;
  e.u.letters = l;
  progress_feed(p, &e);
  free(part);
}

/* `text`: "0*12:3,12*1:4". */
static void feed_letters(struct progress *p, const struct rank *r, struct event_letters l,
                         const char *text, const json_t *kinds) {
  unsigned long long number, count;
  unsigned kind;
  int n = 0;
  while (sscanf(text, "%llu*%llu:%u%n", &number, &count, &kind, &n) == 3) {
    l.number = number;
    l.count = count;
    if (kind)
      feed_letter(p, r, l, json_array_get(kinds, kind - 1));
    text += n + (text[n] == ',');
  }
}

/* Whether the job has ended with the class of MPI_ERR_TRUNCATE, or with the one that says that
 * the statuses of several requests have theirs. */
static int is_truncated(const struct journals *js, const struct rank *r) {
  const struct library *l = library_named(member_text_or(r->start, "mpi", ""));
  int code = member_int(js->job_end, "code", 0);
  return l && (code == l->truncate || code == l->in_status);
}

static struct event_letters letters_of(const json_t *at) {
  return (struct event_letters){.other = member_int(at, "rank", -1),
                                .key = progress_events_name(member_text_or(at, "key", "")),
                                .received = member_number(at, "sent", 1) == 0,
                                .number = (uint64_t)member_number(at, "number", 0),
                                .count = 1};
}

/* How many messages may be like the one that the record tells of: until the next of the same
 * place. */
static uint64_t may_be_alike(const json_t *about, const struct event_letters *l) {
  uint64_t end = UINT64_MAX;
  json_t *at;
  size_t i;
  json_array_foreach((json_t *)about, i, at) {
    struct event_letters o = letters_of(at);
    if (o.other == l->other && o.key == l->key && o.received == l->received &&
        o.number > l->number && o.number < end)
      end = o.number;
  }
  return end - l->number;
}

static int has_more(const json_t *about) {
  return json_is_true(member_get(json_array_get(about, json_array_size(about) - 1), "last"));
}

/* Whether a process of that world has told in which call the library ended it. */
static int knows_call(const struct journals *js, const struct rank *r) {
  for (size_t i = r->from; i < r->to; i++)
    if (member_get(js->rank[i].exit, "failed"))
      return 1;
  return 0;
}

/* What a process was about to send or receive when it was ended. Of one that has gone on, the
 * other record says what became of it. */
static void feed_last(struct progress *p, const struct journals *js, const struct rank *r) {
  int truncated = is_truncated(js, r) && !has_more(r->about) && !knows_call(js, r);
  json_t *at;
  size_t i;
  json_array_foreach(r->end ? NULL : r->about, i, at) {
    struct event_letters l = letters_of(at);
    int any = l.received && (l.other < 0 || !l.key),
        failing = json_is_true(member_get(at, "failing"));
    if (!any && !failing)
      feed_letter(p, r, l, member_get(at, "kind"));
    l.truncated = l.received && (truncated || failing);
    l.count = failing ? (uint64_t)member_number(at, "count", 1) : may_be_alike(r->about, &l);
    if (l.truncated)
      feed_letter(p, r, l, member_get(at, "kind"));
  }
}

void progress_events_letters(struct progress *p, const struct journals *js,
                             const struct rank *r) {
  json_t *at;
  size_t i;
  json_array_foreach(member_get(r->letters, "places"), i, at) {
    const char *key = json_string_value(json_array_get(at, 2));
    const char *runs = json_string_value(json_array_get(at, 3));
    struct event_letters l = {.other = (int32_t)item(at, 1), .received = item(at, 0) == 0};
    l.key = progress_events_name(key ? key : "");
    feed_letters(p, r, l, runs ? runs : "", member_get(r->letters, "kinds"));
  }
  feed_last(p, js, r);
}

/* How many calls a process has made that has come to its end; `log`: on which, or NULL for all
 * that there are. */
static void feed_made(struct progress *p, const struct rank *r, uint64_t id,
                      const json_t *log) {
  struct event e = {.kind = EVENT_CALLS_MADE, .rank = r->rank, .target = -1};
  e.u.calls_made =
      (struct event_calls_made){.comm = id,
                                .calls = member_number(log, "made", 0),
                                .size = member_int(log, "size", 0),
                                .failed = (uint8_t)json_is_true(member_get(log, "failed"))};
  progress_feed(p, &e);
}

static int made_all(const struct rank *r) {
  return r->end && !r->abort && json_is_true(member_get(r->agreement, "whole"));
}

/* What the library has refused is not in the whole record any more. */
static void feed_promises(struct progress *p, const struct rank *r) {
  json_t *promise;
  const char *place;
  json_object_foreach(r->promises, place, promise) {
    struct called_on on = {progress_events_name(member_text_or(promise, "comm", "")), 0};
    struct call_kind k = kind_of(r, member_get(promise, "kind"));
    feed_call(p, &k, on, member_number(promise, "number", 0));
    kind_free(&k);
  }
}

void progress_events_agreement(struct progress *p, const struct rank *r) {
  struct call_kinds kinds = kinds_of(r, member_get(r->agreement, "kinds"));
  json_t *comm;
  size_t i;
  if (!r->agreement)
    feed_promises(p, r);
  json_array_foreach(member_get(r->agreement, "comms"), i, comm) {
    int failed = json_is_true(member_get(comm, "failed"));
    struct called_on on = {progress_events_name(member_text_or(comm, "comm", "")),
                           failed ? 0 : member_int(comm, "size", 0)};
    feed_calls(p, &kinds, on, 0, member_text_or(comm, "calls", ""));
    feed_calls(p, &kinds, on, member_number(comm, "from", 0), member_text_or(comm, "late", ""));
    if (made_all(r))
      feed_made(p, r, on.id, comm);
  }
  kinds_free(&kinds);
  if (made_all(r))
    feed_made(p, r, 0, NULL);
}

/* `text`: "0:8:0:1,64:8:16:4"; returns how many there are. */
static int32_t runs_of(const char *text, struct event_run **runs) {
  struct event_run r;
  int32_t count = 0, room = 0;
  long long lo, length, stride, times;
  int n = 0;
  for (; sscanf(text, "%lld:%lld:%lld:%lld%n", &lo, &length, &stride, &times, &n) == 4;
       text += n + (text[n] == ',')) {
    r = (struct event_run){lo, length, stride, times};
    if (count == room) {
      room = room ? room * 2 : 4;
      struct event_run *more = realloc(*runs, (size_t)room * sizeof *more);
      if (!more)
        return 0;
      *runs = more;
    }
    (*runs)[count++] = r;
  }
  return count;
}

void progress_events_files(struct progress *p, const struct rank *r) {
  json_t *access;
  size_t i;
  json_array_foreach(member_get(r->files, "accesses"), i, access) {
    const char *file = json_string_value(json_array_get(access, 0));
    const char *call = json_string_value(json_array_get(access, 2));
    const char *text = json_string_value(json_array_get(access, 7));
    struct event e = {.kind = EVENT_FILE_ACCESS, .rank = r->rank, .target = -1};
    struct event_run *runs = NULL;
    json_int_t content = item(access, 8);
    if (!file || !call || !text)
      continue;
    e.call = (uint16_t)call_number(call);
    e.thread = (int32_t)item(access, 3);
    e.stack = (uint32_t)item(access, 4);
    e.u.file_access =
        (struct event_file_access){.file = progress_events_name(file),
                                   .syncs = (int32_t)item(access, 1),
                                   .writes = json_is_true(json_array_get(access, 5)),
                                   .atomic = json_is_true(json_array_get(access, 6)),
                                   .content = content == -1 ? 0 : (uint64_t)content,
                                   .heard = json_is_true(json_array_get(access, 9)),
                                   .number = item(access, 10),
                                   .runs = runs_of(text, &runs)};
    e.u.file_access.run = runs;
    progress_feed(p, &e);
    free(runs);
  }
}
