#include "verdicts.h"

#include "catalog.h"
#include "include/call.h"
#include "progress_events.h"
#include "report/journal/journal.h"
#include "report/journal/member.h"
#include "standstill_events.h"

/* One world: rank[from..to-1]. */
struct judged {
  struct journals *js;
  size_t from, to;
  int never; /* findings that say that a rank can never go on */
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
  json_t *record;
  size_t i;
  json_array_foreach(r->rendezvous, i, record) {
    progress_events_rendezvous(p, r, record);
  }
  progress_events_agreement(p, r);
  progress_events_letters(p, js, r);
  progress_events_misplaced(p, r);
}

static void judge(struct judged *w,
                  void (*each)(void *context, const struct progress_finding *f)) {
  struct progress *p = progress_new(size_of(w));
  if (!p)
    return;
  standstill_events(p, w->js, w->from);
  for (size_t i = w->from; i < w->to; i++)
    feed(p, w->js, &w->js->rank[i]);
  progress_judge(p, w, each);
  progress_free(p);
}

void verdicts_add(struct journals *js) {
  for (size_t i = 0; i < js->ranks; i = js->rank[i].to)
    judge(&(struct judged){.js = js, .from = i, .to = js->rank[i].to}, add);
}

static int has_ended(const struct rank *r) {
  return r->end || r->exit || r->abort;
}

/* Returns whether all threads of the rank that call MPI wait in it, and nothing else can end
 * that. */
static int stands(const struct rank *r) {
  const char *thread;
  json_t *record;
  if (r->stopped || !r->start || !json_object_size(r->hangs))
    return 0;
  json_object_foreach(r->hangs, thread, record) {
    if (!json_is_true(member_get(record, "in_call")) ||
        json_is_true(member_get(record, "outside")))
      return 0;
  }
  return 1;
}

static void count(void *context, const struct progress_finding *f) {
  struct judged *w = context;
  w->never += f->slug == SLUG_DEADLOCK || f->slug == SLUG_START_WITHOUT_POST ||
              f->slug == SLUG_POST_WITHOUT_START || f->slug == SLUG_COLLECTIVE_MISMATCH;
}

int verdicts_never(struct journals *js) {
  int never = 0;
  for (size_t i = 0; i < js->ranks; i = js->rank[i].to) {
    struct judged w = {.js = js, .from = i, .to = js->rank[i].to};
    size_t ended = 0;
    for (size_t k = w.from; k < w.to; k++) {
      ended += has_ended(&js->rank[k]) != 0;
      if (!has_ended(&js->rank[k]) && !stands(&js->rank[k]))
        return 0;
    }
    if ((size_t)size_of(&w) != w.to - w.from)
      return 0;
    if (ended == w.to - w.from)
      continue;
    judge(&w, count);
    if (!w.never)
      return 0;
    never = 1;
  }
  return never;
}
