#include "hang_findings.h"

#include "catalog.h"
#include "include/call.h"
#include "report/journal/journal.h"
#include "report/journal/member.h"
#include "standstill_events.h"

/* A world begins with js->rank[from]. */
struct judged {
  struct journals *js;
  size_t from;
};

static json_t *place_json(const struct progress_place *at) {
  return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", at->rank, "thread",
                   at->thread, "call", call_name(at->call), "args", at->args, "role", at->role,
                   "epoch", "", "stack", (json_int_t)at->stack);
}

static void add(void *context, const struct progress_finding *f) {
  const struct judged *w = context;
  const struct rank *r = journals_peer(w->js, &w->js->rank[w->from], f->rank);
  json_t *window =
      f->window ? json_sprintf("%016llx", (unsigned long long)f->window) : json_string("0");
  json_t *places = json_array();
  for (int i = 0; i < f->places; i++)
    json_array_append_new(places, place_json(&f->place[i]));
  json_t *finding = json_pack(
      "{s:s, s:i, s:s, s:s, s:s, s:{s:o, s:s, s:s, s:i, s:i, s:i}, s:o}", "record", "finding",
      "key", 0, "slug", catalog[f->slug].slug, "confidence", "definite", "message", f->message,
      "window", "id", window, "flavor", journal_flavor(f->flavor), "model", "unknown", "owner",
      -1, "size", 0, "disp_unit", 0, "locations", places);
  if (r)
    json_array_append_new(r->findings, finding);
  else
    json_decref(finding);
}

static void judge(struct judged *w) {
  struct progress *p = progress_new(rank_size(&w->js->rank[w->from]));
  if (!p)
    return;
  standstill_events(p, w->js, w->from);
  progress_judge(p, w, add);
  progress_free(p);
}

void hang_findings_add(struct journals *js) {
  for (size_t i = 0; i < js->ranks; i = js->rank[i].to)
    judge(&(struct judged){js, i});
}
