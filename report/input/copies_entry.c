#include "copies_entry.h"

#include <string.h>

#include "places.h"
#include "report/journal/member.h"

/* Returns an array of the words in a text with ", " between them. */
static json_t *words(const char *text) {
  json_t *all = json_array();
  while (*text) {
    size_t n = strcspn(text, ",");
    json_t *word = json_stringn(text, n);
    if (word)
      json_array_append_new(all, word);
    text += n;
    text += strspn(text, ", ");
  }
  return all;
}

static int is_one_of(const char *word, const char *const *of) {
  while (*of && strcmp(word, *of) != 0)
    of++;
  return *of != NULL;
}

/* Returns NULL if the record is damaged. */
static json_t *step(const struct journals *js, const json_t *record, const json_t *locations) {
  static const char *const whats[] = {"update", "read", "complete", "publish", "fetch", NULL};
  const char *what = member_text_or(record, "what", "");
  const char *copy = member_text_or(record, "copy", "");
  const char *calls = member_text_or(record, "calls", "");
  int at = member_int(record, "location", -1), rank = member_int(record, "rank", -1);
  json_int_t window = journals_window_number(js, member_text_or(record, "window", ""));
  if (!is_one_of(what, whats) || (strcmp(copy, "private") != 0 && strcmp(copy, "public") != 0))
    return NULL;
  json_t *made =
      json_pack("{s:s, s:s, s:b, s:i, s:o, s:o}", "what", what, "copy", copy, "missing",
                json_is_true(member_get(record, "missing")), "rank", rank < 0 ? -1 : rank,
                "window", window ? json_integer(window) : json_null(), "text",
                places_filled(member_text_or(record, "text", ""), locations));
  if (at >= 0 && (size_t)at < json_array_size(locations))
    json_object_set_new(made, "location", json_integer(at));
  if (*calls)
    json_object_set_new(made, "calls", words(calls));
  return made;
}

json_t *copies_entry(const struct journals *js, const json_t *copies, const json_t *locations) {
  json_t *steps = json_array(), *record;
  size_t i;
  json_array_foreach(member_get(copies, "steps"), i, record) {
    json_t *one = step(js, record, locations);
    if (one)
      json_array_append_new(steps, one);
  }
  json_t *made = json_pack(
      "{s:o, s:o}", "private", places_filled(member_text_or(copies, "private", ""), locations),
      "public", places_filled(member_text_or(copies, "public", ""), locations));
  if (json_array_size(steps)) {
    json_object_set(made, "steps", steps);
    json_object_set_new(made, "models",
                        json_is_true(member_get(copies, "only_separate"))
                            ? json_pack("[s]", "separate")
                            : json_pack("[s, s]", "separate", "unified"));
  }
  json_decref(steps);
  const char *other = member_text(copies, "other_public");
  json_int_t window = journals_window_number(js, member_text_or(copies, "other_window", ""));
  if (other) {
    json_object_set_new(made, "other_public", places_filled(other, locations));
    json_object_set_new(made, "other_window", window ? json_integer(window) : json_null());
  }
  return made;
}
