#include "failed_calls.h"

#include <stdlib.h>

#include "checker/progress/failed_call.h"
#include "report/input/catalog.h"
#include "report/journal/member.h"

/* That a rank waits for ever for one that was ended says nothing about why. */
static int is_reason(const char *slug) {
  const struct catalog_row *row = catalog_find(slug);
  return row && row != &catalog[SLUG_DEADLOCK] &&
         catalog_severity_of(row->grade) == SEVERITY_ERROR;
}

/* A call may fail long after a mistake, and at another rank. */
static int is_told(const struct rank *r) {
  const char *slug;
  json_t *other, *finding;
  size_t i;
  json_object_foreach(r->slugs, slug, other) {
    if (is_reason(slug))
      return 1;
  }
  json_array_foreach(r->findings, i, finding) {
    if (is_reason(member_text_or(finding, "slug", "")))
      return 1;
  }
  return 0;
}

/* Calls of other ranks may fail because of it. */
static int is_broken(const struct rank *r) {
  return r->crash || (r->abort && !r->end);
}

static void add(const struct rank *r, const json_t *failed) {
  const char *call = member_text_or(failed, "call", "?");
  char *text = failed_call_text(call, r->rank);
  json_array_append_new(
      r->findings,
      json_pack("{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, "
                "s:[{s:i, s:i, s:s, s:s, s:s, s:s, s:I}]}",
                "record", "finding", "key", 0, "slug", catalog[SLUG_CALL_FAILED].slug,
                "confidence", "definite", "message", text ? text : "", "window", "id", "0",
                "flavor", "unknown", "model", "unknown", "owner", -1, "size", 0, "disp_unit", 0,
                "locations", "rank", r->rank, "thread", member_int(failed, "thread", 0), "call",
                call, "args", member_text_or(failed, "args", ""), "role", "", "epoch", "",
                "stack", member_number(failed, "stack", 0)));
  free(text);
}

/* Where the library itself may have overwritten what the call is given, it is no mistake of the
 * program. */
static int is_mistake(const json_t *failed) {
  return json_is_object(failed) && !json_is_true(member_get(failed, "displaced"));
}

void failed_calls_add(struct journals *js, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (is_broken(&js->rank[i]) || is_told(&js->rank[i]))
      return;
  for (size_t i = from; i < to; i++)
    if (is_mistake(member_get(js->rank[i].exit, "failed")))
      add(&js->rank[i], member_get(js->rank[i].exit, "failed"));
}
