#include "coverage.h"

#include <stdlib.h>
#include <string.h>

#include "report/journal/member.h"
#include "report/journal/rankset.h"
#include "report/journal/text.h"
#include "seen.h"
#include "words.h"

enum level_told {
#define TRACER(NAME, ...) NAME,
#include "include/tracers.def"
  LEVELS
};

static const struct tracer_words {
  const char *word, *seen, *more;
} tracers[LEVELS] = {
#define TRACER(NAME, name, seen, more) {#name, seen, more},
#include "include/tracers.def"
};

static const struct beside {
  enum level_told level;
  const char *seen;
} beside[] = {
#define BESIDE(NAME, name, LEVEL, seen) {LEVEL, seen},
#include "include/tracers.def"
    {LEVELS, NULL}};

static const struct blind {
  enum level_told level;
  const char *text;
} blind[] = {
#define BLIND(NAME, text) {NAME, text},
#include "include/tracers.def"
};

/* Returns LEVELS if there is none. */
static int row_of(const char *word) {
  int i = 0;
  while (i < LEVELS && (!word || strcmp(tracers[i].word, word) != 0))
    i++;
  return i;
}

/* Returns a text with what a tracer beside the level sees put after each `joint`. */
static json_t *joined(const char *text, const char *joint, int level) {
  json_t *all = json_string(text);
  for (const struct beside *b = beside; b->seen; b++)
    if ((int)b->level == level) {
      json_t *more = json_sprintf("%s%s%s", json_string_value(all), joint, b->seen);
      json_decref(all);
      all = more;
    }
  return all;
}

static json_t *not_seen(int level) {
  json_t *texts = json_array();
  for (size_t i = 0; i < sizeof blind / sizeof *blind; i++)
    if ((int)blind[i].level == level)
      json_array_append_new(texts, json_array_size(texts)
                                       ? json_string(blind[i].text)
                                       : joined(blind[i].text, ", but for ", level));
  return texts;
}

const char *coverage_level(const struct journals *js, const struct options *o) {
  const char *level = NULL;
  int least = LEVELS;
  for (size_t i = 0; i < js->ranks; i++) {
    const char *word = member_text(js->rank[i].start, "trace");
    if (word && (!level || row_of(word) < least)) {
      level = word;
      least = row_of(word);
    }
  }
  return level ? level : o->text[OPTION_TRACE];
}

static json_t *reason_of(const struct journals *js, const char *level) {
  const struct rank *cause = NULL;
  int all = 1;
  for (size_t i = 0; i < js->ranks; i++) {
    const char *chosen = member_text(js->rank[i].start, "trace_chosen");
    int is_cause = chosen && !strcmp(chosen, level);
    if (js->rank[i].start && is_cause && !cause)
      cause = &js->rank[i];
    all &= !js->rank[i].start || is_cause;
  }
  if (!cause)
    return json_string("not every process was built with `fencepost cc`");
  const char *text = member_text_or(cause->start, "trace_reason", "");
  json_t *reason = all ? text_json(text) : json_sprintf("of rank %d: %s", cause->rank, text);
  return reason ? reason : json_string("");
}

json_t *coverage_json(const struct journals *js, const struct options *o) {
  const char *level = coverage_level(js, o), *asked = o->text[OPTION_TRACE];
  int started = 0, row;
  for (size_t i = 0; i < js->ranks; i++)
    if (js->rank[i].start && !started++)
      asked = member_text_or(js->rank[i].start, "trace_asked", "auto");
  row = row_of(started ? level : NULL);
  return json_pack(
      "{s:s, s:o, s:b, s:o, s:o, s:o, s:s, s:o, s:o}", "level", row < LEVELS ? level : "none",
      "asked", text_json(asked), "refused",
      row < LEVELS && strcmp(asked, "auto") && strcmp(asked, level), "reason",
      row < LEVELS ? reason_of(js, level) : json_string("no process was checked"), "seen",
      row < LEVELS ? joined(tracers[row].seen, ", and ", row) : json_string("nothing"),
      "not_seen", row < LEVELS ? not_seen(row) : json_pack("[s]", "anything"), "instead",
      row < LEVELS ? tracers[row].more : "see status_detail", "accesses", seen_accesses(js),
      "left_out", seen_left_out(js));
}

static const json_t *of_report(const json_t *report) {
  const json_t *c = member_get(member_get(report, "run"), "coverage");
  return row_of(member_text(c, "level")) < LEVELS ? c : NULL;
}

int coverage_refused(const json_t *report) {
  return json_is_true(member_get(of_report(report), "refused"));
}

char *coverage_reason(const json_t *report) {
  const json_t *c = of_report(report);
  if (!c)
    return NULL;
  return view_print("%s%s: %s", member_text_or(c, "level", ""),
                    coverage_refused(report) ? ", not the one that was asked for" : "",
                    member_text_or(c, "reason", ""));
}

char *coverage_blind(const json_t *report) {
  const json_t *c = of_report(report);
  char *all = NULL;
  size_t n, i;
  json_t *text;
  FILE *to = c ? open_memstream(&all, &n) : NULL;
  if (!to)
    return NULL;
  json_array_foreach(member_get(c, "not_seen"), i, text) {
    if (json_is_string(text))
      fprintf(to, "%s%s", i ? "; " : "", json_string_value(text));
  }
  fprintf(to, ". To see more: %s", member_text_or(c, "instead", ""));
  if (fclose(to)) {
    free(all);
    return NULL;
  }
  return all;
}

/* Returns the row of coverage.left_out that run.precision has as `line`; or NULL. */
static const json_t *row_of_line(const json_t *report, const char *line) {
  json_t *row;
  size_t i;
  json_array_foreach(member_get(of_report(report), "left_out"), i, row) {
    const char *text = member_text(row, "text");
    long long count = (long long)member_number(row, "count", 0);
    char *whole = !text   ? NULL
                  : count ? view_print("%lld %s", count, text)
                          : view_print("%s", text);
    int same = whole && !strcmp(whole, line);
    free(whole);
    if (same)
      return row;
  }
  return NULL;
}

static int is_all(const char *ranks, json_int_t size) {
  char *all = size > 1 ? view_print("0-%lld", (long long)size - 1) : view_print("0");
  int same = all && !strcmp(all, ranks);
  free(all);
  return same;
}

json_t *coverage_gaps(const json_t *report) {
  const json_t *run = member_get(report, "run");
  json_t *lines = json_array(), *line;
  size_t i;
  json_array_foreach(member_get(run, "precision"), i, line) {
    const char *text = json_string_value(line);
    const char *ranks = text ? member_text(row_of_line(report, text), "ranks") : NULL;
    char *named = ranks && rankset_is(ranks) && !is_all(ranks, member_number(run, "ranks", 0))
                      ? rankset_named(ranks)
                      : NULL;
    if (text)
      json_array_append_new(lines,
                            named ? json_sprintf("at %s: %s", named, text) : json_string(text));
    free(named);
  }
  return lines;
}
