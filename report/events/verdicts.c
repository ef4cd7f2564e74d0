#include "verdicts.h"

#include "include/call.h"
#include "report/input/catalog.h"
#include "report/journal/journal.h"
#include "report/journal/member.h"
#include "failed_calls.h"
#include "progress_events.h"
#include "rendezvous_events.h"
#include "standstill_events.h"

/* One world: rank[from..to-1]. */
struct judged {
  struct journals *js;
  size_t from, to;
};

static json_t *place_json(const struct progress_place *at) {
  return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", at->rank, "thread",
                   at->thread, "call", call_name(at->call), "args", at->args, "role", at->role,
                   "epoch", "", "stack", (json_int_t)at->stack);
}

/* Makes a place from the rank's last record. */
static const char *window_id(const struct rank *r, uint64_t number) {
  const char *thread, *id;
  json_t *record, *window;
  size_t i;
  json_object_foreach(r->hangs, thread, record) {
    id = member_text_or(member_get(record, "wait"), "window", "");
    if (progress_events_name(id) == number)
      return id;
    json_array_foreach(member_get(record, "windows"), i, window) {
      id = member_text_or(window, "window", "");
      if (progress_events_name(id) == number)
        return id;
    }
  }
  return "0";
}

static void add(void *context, const struct progress_finding *f) {
  const struct judged *w = context;
  const struct rank *r = journals_peer(w->js, &w->js->rank[w->from], f->rank);
  if (!r)
    return;
  json_t *places = json_array();
  for (int i = 0; i < f->places; i++)
    json_array_append_new(places, place_json(&f->place[i]));
  json_array_append_new(
      r->findings, json_pack("{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, s:o}",
                             "record", "finding", "key", 0, "slug", catalog[f->slug].slug,
                             "confidence", "definite", "message", f->message, "window", "id",
                             f->window ? window_id(r, f->window) : "0", "flavor",
                             journal_flavor(f->flavor), "model", "unknown", "owner", -1, "size",
                             0, "disp_unit", 0, "locations", places));
}

/* Counts also ranks that left no journal. */
static int32_t size_of(const struct judged *w) {
  int32_t size = 0;
  for (size_t i = w->from; i < w->to; i++) {
    const struct rank *r = &w->js->rank[i];
    if (size < rank_size(r))
      size = rank_size(r);
    if (size <= r->rank)
      size = r->rank + 1;
  }
  return size;
}

static void feed(struct progress *p, const struct journals *js, const struct rank *r) {
  rendezvous_events(p, r);
  progress_events_agreement(p, r);
  progress_events_letters(p, js, r);
  progress_events_misplaced(p, r);
  progress_events_files(p, r);
}

/* Returns what the journals of the world tell, NULL if there is no memory. */
static struct progress *told(const struct judged *w) {
  struct progress *p = progress_new(size_of(w));
  if (!p)
    return NULL;
  standstill_events(p, w->js, w->from);
  for (size_t i = w->from; i < w->to; i++)
    feed(p, w->js, &w->js->rank[i]);
  return p;
}

static void judge(struct judged *w) {
  struct progress *p = told(w);
  if (p)
    progress_judge(p, w, add);
  progress_free(p);
}

static enum progress_outlook look(const struct judged *w) {
  struct progress *p = told(w);
  enum progress_outlook outlook = p ? progress_outlook(p) : OUTLOOK_OPEN;
  progress_free(p);
  return outlook;
}

void verdicts_add(struct journals *js) {
  for (size_t i = 0; i < js->ranks; i = js->rank[i].to) {
    judge(&(struct judged){.js = js, .from = i, .to = js->rank[i].to});
    failed_calls_add(js, i, js->rank[i].to);
  }
}

static int has_ended(const struct rank *r) {
  return r->end || r->exit || r->abort || r->crash;
}

enum progress_outlook verdicts_outlook(struct journals *js) {
  enum progress_outlook least = OUTLOOK_NEVER;
  int any = 0;
  for (size_t i = 0; i < js->ranks; i = js->rank[i].to) {
    struct judged w = {.js = js, .from = i, .to = js->rank[i].to};
    size_t ended = 0;
    for (size_t k = w.from; k < w.to; k++) {
      ended += has_ended(&js->rank[k]) != 0;
      if (js->rank[k].stopped)
        return OUTLOOK_OPEN;
    }
    if (ended == w.to - w.from)
      continue;
    enum progress_outlook outlook = look(&w);
    least = outlook < least ? outlook : least;
    any = 1;
  }
  return any ? least : OUTLOOK_OPEN;
}
