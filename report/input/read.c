#include "read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rank_findings.h"
#include "lines.h"
#include "report/journal/member.h"
#include "report/journal/say.h"

int read_name(const char *name, char **world, int *rank) {
  size_t n = strlen(name);
  if (strncmp(name, "rank-", 5) != 0 || n < 12 || strcmp(name + n - 6, ".jsonl") != 0)
    return 0;
  const char *dash = strrchr(name, '-');
  size_t digits = strspn(dash + 1, "0123456789");
  if (dash < name + 6 || !digits || digits > 9 || dash + 1 + digits != name + n - 6)
    return 0;
  *rank = atoi(dash + 1);
  *world = strndup(name + 5, (size_t)(dash - name) - 5);
  return *world != NULL;
}

struct reader {
  struct rank *rank;
  struct frames **frames;
  int good, bad, last_bad;
  json_t *promises; /* array of such records, as text */
};

static void keep(json_t **slot, json_t *record) {
  if (!*slot)
    *slot = json_incref(record);
}

static void number_text(char *out, size_t n, json_int_t number) {
  snprintf(out, n, "%lld", (long long)number);
}

static void take_stack(struct reader *r, json_t *record) {
  const json_t *frames = member_get(record, "frames");
  char *text = json_is_array(frames) ? json_dumps(frames, JSON_COMPACT) : NULL;
  if (text)
    stacks_add(&r->rank->stacks, member_number(record, "id", 0),
               frames_add(r->frames, text, strlen(text)));
  free(text);
}

/* Takes it from its line as it is: most stacks are never asked for, and frames_json reads those
 * that are. */
static int take_stack_of(struct reader *r, const char *line) {
  static const char head[] = "{\"record\":\"stack\",\"id\":", of[] = ",\"frames\":";
  size_t n = strlen(line);
  char *at;
  if (strncmp(line, head, sizeof head - 1) != 0)
    return 0;
  long long id = strtoll(line + sizeof head - 1, &at, 10);
  if (strncmp(at, of, sizeof of - 1) != 0 || strcmp(line + n - 3, "]}\n") != 0)
    return 0;
  at += sizeof of - 1;
  stacks_add(&r->rank->stacks, id, frames_add(r->frames, at, (size_t)(line + n - 2 - at)));
  return 1;
}

static void take_hang(struct reader *r, json_t *record) {
  char thread[32];
  number_text(thread, sizeof thread, member_number(record, "thread", 0));
  json_object_set(r->rank->hangs, thread, record);
}

/* The thread has gone on, so what was said of its waiting no longer holds. */
static void take_moved(struct reader *r, json_t *record) {
  char thread[32];
  number_text(thread, sizeof thread, member_number(record, "thread", 0));
  json_object_del(r->rank->hangs, thread);
}

static void take_thread(struct reader *r, json_t *record) {
  char thread[32];
  number_text(thread, sizeof thread, member_number(record, "thread", 0));
  json_object_set(r->rank->threads, thread, record);
}

static void take_precision(struct reader *r, json_t *record) {
  if (member_text(record, "text"))
    json_array_append(r->rank->precision, record);
}

static void take_slug(struct reader *r, json_t *record) {
  const char *slug = member_text_or(record, "slug", "");
  if (found_is_slug(slug))
    json_object_set_new(r->rank->slugs, slug, json_true());
}

static void take_window(struct reader *r, json_t *record) {
  const char *id = member_text(record, "id");
  if (id && member_text(record, "name"))
    json_object_set(r->rank->windows, id, member_get(record, "name"));
}

static void take_history(struct reader *r, json_t *record) {
  const char *id = member_text(record, "window");
  if (id)
    json_object_set(r->rank->histories, id, record);
}

static void take_more(struct reader *r, json_t *record) {
  json_int_t n = member_number(record, "windows", 0);
  if (n > 0 && __builtin_add_overflow(r->rank->windows_left_out, n, &n) == 0)
    r->rank->windows_left_out = n;
}

static void replace(json_t **slot, json_t *record) {
  json_decref(*slot);
  *slot = json_incref(record);
}

static void take_agreement(struct reader *r, json_t *record) {
  replace(&r->rank->agreement, record);
}
static void take_letters(struct reader *r, json_t *record) {
  replace(&r->rank->letters, record);
}
static void take_files(struct reader *r, json_t *record) {
  replace(&r->rank->files, record);
}

static void take_misplaced(struct reader *r, json_t *record) {
  json_array_append(r->rank->misplaced, record);
}

static void take_letter(struct reader *r, json_t *record) {
  json_array_append(r->rank->about, record);
}

static void take_start(struct reader *r, json_t *record) {
  keep(&r->rank->start, record);
}
static void take_abort(struct reader *r, json_t *record) {
  keep(&r->rank->abort, record);
}
static void take_exit(struct reader *r, json_t *record) {
  keep(&r->rank->exit, record);
}
static void take_crash(struct reader *r, json_t *record) {
  keep(&r->rank->crash, record);
}
static void take_stopped(struct reader *r, json_t *record) {
  keep(&r->rank->stopped, record);
}
static void take_end(struct reader *r, json_t *record) {
  keep(&r->rank->end, record);
}

static void take(void *context, json_t *record) {
  static const struct {
    const char *name;
    void (*take)(struct reader *r, json_t *record);
  } kinds[] = {{"finding", take_slug},        {"start", take_start},
               {"stack", take_stack},         {"precision", take_precision},
               {"hang", take_hang},           {"moved", take_moved},
               {"abort", take_abort},         {"exit", take_exit},
               {"crash", take_crash},         {"end", take_end},
               {"stopped", take_stopped},     {"window", take_window},
               {"history", take_history},     {"agreement", take_agreement},
               {"letters", take_letters},     {"files", take_files},
               {"misplaced", take_misplaced}, {"letter", take_letter},
               {"history-more", take_more},   {"thread", take_thread}};
  struct reader *r = context;
  const char *name = member_text(record, "record");
  r->last_bad = !name;
  if (!name) {
    r->bad++;
    return;
  }
  r->good++;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (!strcmp(kinds[i].name, name))
      kinds[i].take(r, record);
}

/* Finds the slug in a finding's line without reading the rest. */
static int take_slug_of(struct reader *r, const char *line) {
  static const char head[] = "\"slug\":\"";
  const char *at = strstr(line, head), *end = at ? strchr(at + sizeof head - 1, '"') : NULL;
  char slug[64];
  size_t n = end ? (size_t)(end - at) - (sizeof head - 1) : 0;
  if (!n || n >= sizeof slug)
    return 0;
  memcpy(slug, at + sizeof head - 1, n);
  slug[n] = '\0';
  if (found_is_slug(slug) && !member_get(r->rank->slugs, slug))
    json_object_set_new(r->rank->slugs, slug, json_true());
  return 1;
}

/* They are only looked at if there is no agreement record, which has them all. */
static int take_promise_of(struct reader *r, const char *line) {
  return lines_is(line, "promise") &&
         !json_array_append_new(r->promises, json_stringn(line, strlen(line) - 1));
}

/* The largest of all records; rendezvous_events.h reads it. */
static int take_rendezvous_of(struct reader *r, const char *line) {
  int whole = lines_is(line, "rendezvous") && !strcmp(line + strlen(line) - 3, "]}\n");
  char *text = whole ? strdup(line) : NULL;
  if (!text)
    return 0;
  free(r->rank->rendezvous);
  r->rank->rendezvous = text;
  return 1;
}

static void take_promises(struct reader *r) {
  json_t *text;
  size_t i;
  json_array_foreach(r->rank->agreement ? NULL : r->promises, i, text) {
    json_t *record = json_loads(json_string_value(text), 0, NULL);
    char place[64];
    snprintf(place, sizeof place, "%.24s %lld", member_text_or(record, "comm", ""),
             (long long)member_number(record, "number", 0));
    if (record)
      json_object_set_new(r->rank->promises, place, record);
    r->bad += !record;
  }
  json_decref(r->promises);
}

/* Records that are read again when findings are merged, or that are known already. */
static int wants(void *context, const char *line) {
  struct reader *r = context;
  int ended = lines_is(line, "merged-end"), skip = ended || lines_is(line, "merged") ||
                                                   lines_is(line, "merged-stack") ||
                                                   lines_is(line, "count");
  r->rank->merged |= ended;
  skip = skip || (lines_is(line, "finding") && take_slug_of(r, line)) ||
         take_stack_of(r, line) || take_promise_of(r, line) || take_rendezvous_of(r, line);
  if (skip) {
    r->good++;
    r->last_bad = 0;
  }
  return !skip;
}

static void warn(const struct reader *r, const char *path) {
  if (!r->good)
    say("%s: damaged, nothing in it can be read", path);
  else if (r->bad == 1 && r->last_bad)
    say("%s: the last line is incomplete and was left out", path);
  else
    say("%s: %d damaged line%s left out", path, r->bad, r->bad == 1 ? " was" : "s were");
}

int read_rank(struct rank *rank, const char *path, struct frames **frames) {
  static const struct lines lines = {wants, take};
  struct reader r = {.rank = rank, .frames = frames, .promises = json_array()};
  if (lines_read(path, 0, &lines, &r) < 0)
    say("%s: %s", path, strerror(errno));
  take_promises(&r);
  if (r.bad)
    warn(&r, path);
  return r.bad && !r.good ? -1 : 0;
}
