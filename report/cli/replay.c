#include "replay.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/check.h"
#include "report/input/progress_line.h"
#include "report/journal/journal_history.h"
#include "report/journal/say.h"
#include "report/journal/trace_file.h"

#define RECORD_MOST (64u << 20)

struct replay {
  const struct replay_wishes *wishes;
  const char *path; /* of the trace */
  struct check *check;
  struct journal *journal;
  struct track *track;
};

static void on_finding(void *context, const struct finding *f) {
  struct replay *r = context;
  if (r->journal)
    journal_finding(r->journal, f);
  if (r->track)
    timeline_finding(r->track, f);
}

static void on_history(void *context, const struct history *h) {
  enum { MOST = 64 }; /* windows of one line, as in a run */
  struct replay *r = context;
  if (r->journal && journal_history_wanted(r->journal, h, MOST))
    journal_history(r->journal, h, "");
}

static void on_span(void *context, const struct history_span *s) {
  struct replay *r = context;
  if (r->track)
    timeline_span(r->track, s);
}

static int damaged(const struct replay *r, const char *what) {
  say("%s is not a whole trace: %s", r->path, what);
  return -1;
}

static int replay_start(struct replay *r, json_t *record) {
  const char *world = json_string_value(json_object_get(record, "world"));
  const json_t *rank = json_object_get(record, "rank");
  const json_t *size = json_object_get(record, "size");
  const char *threads = json_string_value(json_object_get(record, "threads"));
  const struct check_output out = {
      .context = r, .finding = on_finding, .history = on_history, .span = on_span};
  if (r->check || !world || !json_is_integer(rank))
    return damaged(r, "bad start record");
  int me = (int)json_integer_value(rank), all = (int)json_integer_value(size);
  const struct replay_wishes *w = r->wishes;
  r->check = check_new(me, all, threads && !strcmp(threads, "multiple"), &out);
  if (w->journals)
    r->journal = journal_open(w->journals, world, me);
  if (w->timeline)
    r->track = timeline_track(w->timeline, world, me, all);
  if (r->check && (r->journal || !w->journals)) {
    const char *model = json_string_value(json_object_get(record, "memory_model"));
    json_int_t most = json_integer_value(json_object_get(record, "max_memory"));
    check_limit(r->check, most > 0 ? (uint64_t)most : 0);
    if (model && !strcmp(model, "separate"))
      check_model(r->check, MODEL_SEPARATE);
    else if (model && !strcmp(model, "unified"))
      check_model(r->check, MODEL_UNIFIED);
    return 0;
  }
  say("cannot write a journal in %s: %s", w->journals, strerror(errno));
  return -1;
}

static int replay_json(struct replay *r, const char *text, size_t n) {
  json_t *record = json_loadb(text, n, 0, NULL);
  const char *kind = json_string_value(json_object_get(record, "record"));
  int failed = !kind;
  if (kind && !strcmp(kind, "start"))
    failed = replay_start(r, record);
  else if (kind && !r->check)
    failed = 1;
  if (kind && !failed && r->journal && !strcmp(kind, "end")) {
    journal_counts(r->journal);
    journal_gaps(r->journal, check_gaps(r->check));
    journal_history_end(r->journal);
  }
  if (failed) {
    json_decref(record);
    return kind && r->check ? -1 : damaged(r, "bad record");
  }
  if (r->journal)
    return journal_write(r->journal, record);
  json_decref(record);
  return 0;
}

static int print_event(const struct event *e) {
  int length = event_text(e, NULL, 0);
  char *text = malloc((size_t)length + 1);
  if (!text)
    return -1;
  event_text(e, text, (size_t)length + 1);
  int failed = puts(text) < 0;
  free(text);
  return failed ? -1 : 0;
}

static void feed(struct replay *r, const struct event *e) {
  if (r->track)
    timeline_event(r->track, e);
  check_feed(r->check, e);
}

static int replay_event(struct replay *r, const unsigned char *bytes, size_t n) {
  struct event e;
  void *scratch = malloc(EVENT_SCRATCH(n));
  int whole = scratch && r->check && event_decode(&e, bytes, n, scratch) == n;
  if (whole && r->wishes->print)
    whole = print_event(&e) == 0;
  else if (whole)
    feed(r, &e);
  free(scratch);
  return whole ? 0 : damaged(r, "bad event");
}

static int replay_records(struct replay *r, FILE *f) {
  unsigned char head[5];
  char magic[TRACE_MAGIC_SIZE];
  size_t got;
  if (fread(magic, sizeof magic, 1, f) != 1 ||
      memcmp(magic, TRACE_MAGIC, TRACE_MAGIC_SIZE - 1) != 0)
    return damaged(r, "it does not begin like one");
  if (magic[TRACE_MAGIC_SIZE - 1] != TRACE_MAGIC[TRACE_MAGIC_SIZE - 1])
    return damaged(r, "another version of fencepost has recorded it");
  while ((got = fread(head, 1, sizeof head, f)) == sizeof head && head[0]) {
    uint32_t n = (uint32_t)head[1] | (uint32_t)head[2] << 8 | (uint32_t)head[3] << 16 |
                 (uint32_t)head[4] << 24;
    unsigned char *bytes = n <= RECORD_MOST ? malloc(n + 1) : NULL;
    int failed = !bytes || fread(bytes, 1, n, f) != n ? damaged(r, "it is cut short")
                 : head[0] == TRACE_JSON              ? replay_json(r, (char *)bytes, n)
                 : head[0] == TRACE_EVENT             ? replay_event(r, bytes, n)
                                                      : damaged(r, "unknown record");
    free(bytes);
    if (failed)
      return -1;
  }
  return got && head[0] ? damaged(r, "it is cut short") : 0;
}

static int replay_file(const char *path, const struct replay_wishes *wishes) {
  struct replay r = {.path = path, .wishes = wishes};
  FILE *f = fopen(path, "rbe");
  if (!f) {
    say("cannot read %s: %s", path, strerror(errno));
    return -1;
  }
  int failed = replay_records(&r, f);
  if (!failed && !r.check)
    failed = damaged(&r, "it is empty");
  fclose(f);
  if (r.check && r.track)
    check_history(r.check); /* epochs that the end of the trace cuts in two */
  check_free(r.check);
  if (r.journal)
    journal_close(r.journal);
  return failed;
}

static int is_trace(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return !strncmp(entry->d_name, "trace-", 6) && dot && !strcmp(dot, ".fpt");
}

int replay_all(const char *from, const struct replay_wishes *wishes) {
  struct dirent **names;
  int bad = 0, n = scandir(from, &names, is_trace, alphasort);
  if (n <= 0) {
    if (n < 0)
      say("cannot read %s: %s", from, strerror(errno));
    else
      say("%s holds no traces", from);
    return -1;
  }
  for (int i = 0; i < n; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", from, names[i]->d_name);
    bad += replay_file(path, wishes) != 0;
    free(names[i]);
    if (!wishes->print)
      busy_show("checking what the ranks have recorded", (size_t)i + 1, (size_t)n);
  }
  busy_end();
  free(names);
  return bad;
}
