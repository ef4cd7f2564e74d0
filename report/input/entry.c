#include "entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "copies_entry.h"
#include "memory_entry.h"
#include "places.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "text_variant.h"

static json_t *copy(const json_t *object, const char *key) {
  json_t *value = json_object_get(object, key);
  return value ? json_incref(value) : json_null();
}

void entry_place(json_t *to, const struct frames *of, struct symbols *s) {
  static const char *const keys[] = {"file", "line", "function"};
  json_t *frames = frames_json(of), *stack = symbols_stack(s, frames);
  const json_t *own = frame_own(stack);
  for (int i = 0; i < 3; i++)
    json_object_set_new(to, keys[i], copy(own, keys[i]));
  json_object_set_new(to, "stack", stack);
  json_decref(frames);
}

/* Returns `name` if it is one that a report may hold. */
static const char *known(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(*names, name))
      return name;
  return "unknown";
}

/* Adds who made the thread, and where, if its process has told. */
static void add_maker(json_t *at, const struct rank *r, int thread, struct symbols *s) {
  static const char *const makers[] = {"pthread_create", "thrd_create", "OpenMP", NULL};
  char key[32];
  snprintf(key, sizeof key, "%d", thread);
  const json_t *record = r ? member_get(r->threads, key) : NULL;
  if (!record)
    return;
  json_t *made =
      json_pack("{s:s, s:s}", "by", known(member_text_or(record, "maker", ""), makers), "name",
                member_text_or(record, "name", ""));
  if (member_number(record, "openmp", -1) >= 0)
    json_object_set_new(made, "openmp", json_integer(member_number(record, "openmp", 0)));
  entry_place(made, rank_stack(r, member_number(record, "stack", 0)), s);
  json_object_set_new(at, "thread_made", made);
}

static void add_epoch(json_t *at, const json_t *record) {
  static const char *const kinds[] = {"fence", "access", "exposure", "lock", "lock_all", NULL};
  json_int_t number = member_number(record, "epoch_number", 0);
  const char *kind = known(member_text_or(record, "epoch_kind", ""), kinds);
  if (number <= 0 || !strcmp(kind, "unknown"))
    return;
  json_object_set_new(at, "epoch_number", json_integer(number));
  json_object_set_new(at, "epoch_kind", json_string(kind));
}

static json_t *location(const struct rank *r, const json_t *record, const struct frames *frames,
                        struct symbols *s) {
  int rank = member_int(record, "rank", -1);
  json_t *at =
      json_pack("{s:i, s:i, s:s, s:s, s:s, s:o}", "rank", rank < 0 ? -1 : rank, "thread",
                member_int(record, "thread", 0), "call", member_text_or(record, "call", "?"),
                "args", member_text_or(record, "args", ""), "role",
                member_text_or(record, "role", ""), "epoch", member_copy(record, "epoch"));
  add_epoch(at, record);
  entry_place(at, frames, s);
  add_maker(at, r, member_int(record, "thread", 0), s);
  return at;
}

static json_t *window(const struct journals *js, const struct rank *r, const json_t *record) {
  static const char *const flavors[] = {"create", "allocate", "dynamic", "shared", NULL};
  static const char *const models[] = {"separate", "unified", NULL};
  const json_t *w = member_get(record, "window");
  int owner = member_int(w, "owner", -1);
  json_int_t size = member_number(w, "size", -1);
  int unit = member_int(w, "disp_unit", 0);
  const char *name = journals_window(js, r, member_text_or(w, "id", ""));
  json_int_t number = journals_window_number(js, member_text_or(w, "id", ""));
  return json_pack("{s:o, s:o, s:s, s:s, s:o, s:o, s:o}", "id",
                   number ? json_integer(number) : json_null(), "name",
                   name && *name ? json_string(name) : json_null(), "flavor",
                   known(member_text_or(w, "flavor", ""), flavors), "model",
                   known(member_text_or(w, "model", ""), models), "owner",
                   owner < 0 ? json_null() : json_integer(owner), "size",
                   size < 0 ? json_null() : json_integer(size), "disp_unit",
                   unit < 1 ? json_null() : json_integer(unit));
}

/* Returns whether the first two locations are one place, so that nothing is between them. */
static int is_one_place(const json_t *locations) {
  const json_t *a = json_array_get(locations, 0), *b = json_array_get(locations, 1);
  return json_equal(member_get(a, "file"), member_get(b, "file")) &&
         json_equal(member_get(a, "line"), member_get(b, "line"));
}

/* Title and remedy of this finding, if those of its kind do not tell what happened. */
static void add_own_texts(json_t *entry, const json_t *record, const json_t *locations) {
  const char *title = member_text(record, "title"), *remedy = member_text(record, "remedy");
  if (title)
    json_object_set_new(entry, "title", places_filled(title, locations));
  if (remedy && !is_one_place(locations))
    json_object_set_new(entry, "remedy", places_filled(remedy, locations));
}

/* Adds why nothing orders the accesses, and the state of the two copies, if they are known. */
static void add_reasons(json_t *entry, const struct journals *js, const json_t *record,
                        const json_t *locations) {
  const char *ordering = member_text_or(record, "ordering", "");
  const json_t *copies = member_get(record, "copies");
  json_int_t rule = member_number(record, "rule", 0);
  if (rule >= 1 && rule <= 3)
    json_object_set_new(member_get(entry, "standard"), "correctness_rule", json_integer(rule));
  if (*ordering)
    json_object_set_new(entry, "ordering", places_filled(ordering, locations));
  if (json_is_object(copies))
    json_object_set_new(entry, "copies", copies_entry(js, copies, locations));
  add_own_texts(entry, record, locations);
}

static void add_arrow(json_t *arrows, int from, int to, const char *kind) {
  json_array_append_new(arrows,
                        json_pack("{s:i, s:i, s:s}", "from", from, "to", to, "kind", kind));
}

/* Returns whether location `a` comes before `b` in the program order of its rank. */
static int comes_first(const json_t *record, size_t a, size_t b) {
  const json_t *locations = member_get(record, "locations");
  const json_t *x = json_array_get(locations, a), *y = json_array_get(locations, b);
  return x && y && member_int(x, "rank", -1) == member_int(y, "rank", -2) &&
         member_number(x, "seq", 0) > 0 &&
         member_number(x, "seq", 0) < member_number(y, "seq", 0);
}

/* Adds arrows: what comes before what, and between which two locations an order is missing. */
static void add_arrows(json_t *entry, const json_t *record) {
  const json_t *arrow = member_get(record, "arrow");
  json_t *arrows = json_array();
  int n = (int)json_array_size(member_get(record, "locations"));
  int swapped = comes_first(record, 1, 0), from = member_int(arrow, "from", -1);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      if (a != b && comes_first(record, (size_t)a, (size_t)b))
        add_arrow(arrows, a, b, "program");
  if (n > 1 && (from == 0 || from == 1)) {
    int completed = !strcmp(member_text_or(arrow, "knows", ""), "completion");
    add_arrow(arrows, from, 1 - from, completed ? "completion" : "start");
    swapped = from;
  }
  if (n > 1 && member_get(entry, "ordering"))
    add_arrow(arrows, swapped, !swapped, "missing");
  if (json_array_size(arrows))
    json_object_set(entry, "arrows", arrows);
  json_decref(arrows);
}

static void add_texts(json_t *entry, const json_t *record, const char *slug, int strict) {
  static const struct catalog_row unknown = {.slug = "",
                                             .grade = ERRONEOUS,
                                             .title = "",
                                             .section = "",
                                             .error_class = "",
                                             .explanation = "",
                                             .remedy = ""};
  const struct catalog_row *row = catalog_find(slug);
  if (!row) /* a finding of another version's journal is kept, without its texts */
    row = &unknown;
  struct catalog_row texts_of = variant(row, member_get(record, "locations"));
  row = &texts_of;
  enum severity severity = strict ? SEVERITY_ERROR : catalog_severity_of(row->grade);
  json_t *texts =
      json_pack("{s:s, s:s, s:s, s:s, s:{s:s, s:s, s:s}}", "grade", catalog_grade(row->grade),
                "severity", catalog_severity(severity), "title",
                *row->title ? row->title : slug, "remedy", row->remedy, "standard", "section",
                row->section, "rule", row->explanation, "error_class", row->error_class);
  json_object_update_new(entry, texts);
}

json_t *entry_new(const struct journals *js, const struct rank *r, const json_t *record,
                  const struct bundle_key *key, struct symbols *s, int strict) {
  const char *slug = member_text_or(record, "slug", "");
  json_t *entry = json_pack("{s:s}", "id", slug), *at;
  size_t i;
  add_texts(entry, record, slug, strict);
  const char *confidence = member_text_or(record, "confidence", "");
  json_object_set_new(entry, "confidence",
                      json_string(!strcmp(confidence, "schedule") ? "schedule" : "definite"));
  json_object_set_new(entry, "window", window(js, r, record));
  json_t *memory = memory_entry(js, r, record, s);
  if (memory)
    json_object_set_new(entry, "memory", memory);
  json_t *locations = json_array();
  json_array_foreach(member_get(record, "locations"), i, at) {
    json_array_append_new(locations,
                          location(journals_peer(js, r, member_int(at, "rank", -1)), at,
                                   i < BUNDLE_LOCATIONS ? key->stack[i] : NULL, s));
  }
  json_object_set_new(entry, "message",
                      places_message(member_text_or(record, "message", ""), locations, memory));
  add_reasons(entry, js, record, locations);
  add_arrows(entry, record);
  json_object_set_new(entry, "locations", locations);
  return entry;
}
