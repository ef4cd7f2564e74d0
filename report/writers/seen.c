#include "seen.h"

#include <stdlib.h>
#include <string.h>

#include "include/unseen.h"
#include "report/journal/member.h"
#include "report/journal/rankset.h"

enum { UNCHECKED = -1 };
enum seen_level {
#define TRACER(NAME, ...) NAME,
#include "include/tracers.def"
  LEVELS
};

static const char *const level_words[LEVELS] = {
#define TRACER(NAME, name, ...) #name,
#include "include/tracers.def"
};

/* What a level shows of a kind of accesses; without a tracer: nothing. */
static const struct sees {
  const char *extent, *tracer;
  enum unseen_why why;
} sees[LEVELS][ACCESS_KINDS] = {
#define SEES(LEVEL, KIND, extent, tracer, why)                                                 \
  [LEVEL][SEEN_##KIND] = {#extent, #tracer, UNSEEN_##why},
#include "include/tracers.def"
};

static int level_of(const struct rank *r) {
  const char *word = member_text(r->start, "trace");
  for (int i = 0; word && i < LEVELS; i++)
    if (!strcmp(word, level_words[i]))
      return i;
  return UNCHECKED;
}

/* The ranks of each level, and behind them those that were not checked: also those of a world
 * that have left no journal. */
static void sort_ranks(const struct journals *js, struct rankset of[LEVELS + 1]) {
  for (size_t i = 0, to; i < js->ranks; i = to) {
    int next = 0, size = rank_size(&js->rank[i]);
    to = js->rank[i].to > i ? js->rank[i].to : i + 1;
    for (size_t k = i; k < to; next = js->rank[k++].rank + 1) {
      int level = level_of(&js->rank[k]);
      for (int missing = next; missing < js->rank[k].rank; missing++)
        rankset_add(&of[LEVELS], missing);
      rankset_add(&of[level == UNCHECKED ? LEVELS : level], js->rank[k].rank);
    }
    for (int missing = next; missing < size; missing++)
      rankset_add(&of[LEVELS], missing);
  }
}

static json_t *row(enum access_kind kind, int level, const char *ranks) {
  const struct sees *s = level < LEVELS ? &sees[level][kind] : NULL;
  const char *extent = s && s->tracer ? s->extent : "none";
  json_t *row =
      json_pack("{s:s, s:s, s:s, s:s}", "accesses", access_kind_word(kind), "seen", extent,
                "level", level < LEVELS ? level_words[level] : "none", "ranks", ranks);
  if (s && s->tracer)
    json_object_set_new(row, "tracer", json_string(s->tracer));
  if (!s || !s->tracer || !strcmp(extent, "part")) {
    enum unseen_why why = !s ? UNSEEN_UNCHECKED : s->tracer ? s->why : UNSEEN_LEVEL;
    json_object_set_new(row, "why", json_string(unseen_why_word(why)));
  }
  return row;
}

json_t *seen_accesses(const struct journals *js) {
  struct rankset of[LEVELS + 1] = {{0}};
  json_t *rows = json_array();
  sort_ranks(js, of);
  for (int level = 0; level <= LEVELS; level++) {
    char *ranks = of[level].ranges ? rankset_text(&of[level]) : NULL;
    for (int kind = 0; ranks && kind < ACCESS_KINDS; kind++)
      if (kind != SEEN_ALL || level == LEVELS)
        json_array_append_new(rows, row((enum access_kind)kind, level, ranks));
    free(ranks);
    rankset_free(&of[level]);
  }
  return rows;
}

struct left_out {
  const json_t *first; /* a record with this text */
  json_int_t count;
  struct rankset ranks;
};

static int is_word(const char *word, const char *(*of)(int), int n) {
  for (int i = 0; word && i < n; i++)
    if (!strcmp(word, of(i)))
      return 1;
  return 0;
}

static const char *kind_word(int i) {
  return access_kind_word((enum access_kind)i);
}

static const char *why_word(int i) {
  return unseen_why_word((enum unseen_why)i);
}

static int tells_accesses(const json_t *record) {
  return is_word(member_text(record, "accesses"), kind_word, ACCESS_KINDS) &&
         is_word(member_text(record, "why"), why_word, UNSEEN_WHYS) &&
         (!member_get(record, "count") || member_number(record, "count", 0) > 0);
}

static void gather(struct left_out **rows, size_t *n, int rank, const json_t *record) {
  const char *text = member_text_or(record, "text", "");
  json_int_t count = member_number(record, "count", 0);
  size_t i = 0;
  while (i < *n && strcmp(text, member_text_or((*rows)[i].first, "text", "")) != 0)
    i++;
  if (i == *n) {
    struct left_out *grown = realloc(*rows, (*n + 1) * sizeof **rows);
    if (!grown)
      return;
    *rows = grown;
    grown[(*n)++] = (struct left_out){.first = record};
  }
  struct left_out *row = *rows + i;
  if (__builtin_add_overflow(row->count, count, &row->count))
    row->count = 0;
  rankset_add(&row->ranks, rank);
}

json_t *seen_left_out(const struct journals *js) {
  struct left_out *row = NULL;
  json_t *rows = json_array(), *record;
  size_t n = 0, k;
  for (size_t i = 0; i < js->ranks; i++)
    json_array_foreach(js->rank[i].precision, k, record) {
      if (tells_accesses(record))
        gather(&row, &n, js->rank[i].rank, record);
    }
  for (size_t i = 0; i < n; i++) {
    char *ranks = rankset_text(&row[i].ranks);
    json_t *one =
        json_pack("{s:s, s:s, s:s, s:s}", "accesses", member_text(row[i].first, "accesses"),
                  "why", member_text(row[i].first, "why"), "text",
                  member_text(row[i].first, "text"), "ranks", ranks ? ranks : "");
    if (row[i].count)
      json_object_set_new(one, "count", json_integer(row[i].count));
    json_array_append_new(rows, one);
    free(ranks);
    rankset_free(&row[i].ranks);
  }
  free(row);
  return rows;
}
