#include "gather.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uthash.h>

#include "entry.h"
#include "member.h"
#include "merge.h"

struct known { /* by merge_key */
  struct merged m;
  char *key;
  UT_hash_handle hh;
};

struct met { /* as journals have it, by slug, window flavour, calls and stacks */
  struct known *is;
  char *key;
  UT_hash_handle hh;
};

struct gather {
  const struct journals *js;
  struct symbols *symbols;
  int strict, shown, quiet;
  time_t start, last;
  struct known *known;
  struct met *met;
};

struct gather *gather_new(const struct journals *js, struct symbols *s, int strict) {
  struct gather *g = calloc(1, sizeof *g);
  if (g)
    *g = (struct gather){.js = js, .symbols = s, .strict = strict, .start = time(NULL)};
  return g;
}

void gather_free(struct gather *g) {
  struct known *k, *next_known;
  struct met *m, *next_met;
  if (!g)
    return;
  HASH_ITER(hh, g->met, m, next_met) {
    HASH_DEL(g->met, m);
    free(m->key);
    free(m);
  }
  HASH_ITER(hh, g->known, k, next_known) {
    HASH_DEL(g->known, k);
    json_decref(k->m.entry);
    rankset_free(&k->m.ranks);
    free(k->m.what);
    free(k->key);
    free(k);
  }
  free(g);
}

/* A line on a terminal, once merging takes long. */
static void progress(struct gather *g) {
  time_t now = time(NULL);
  if (g->quiet || now < g->start + 2 || now == g->last || !isatty(STDERR_FILENO))
    return;
  g->last = now;
  g->shown = 1;
  fprintf(stderr, "\rfencepost: merging %zu ranks, %lld s ", g->js->ranks,
          (long long)(now - g->start));
}

void gather_quiet(struct gather *g) {
  g->quiet = 1;
}

static char *met_key(const struct gather *g, const struct rank *r, const json_t *record) {
  char *text = NULL;
  size_t n, i;
  json_t *at;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  fprintf(out, "%s\x1f%s\x1f%s", member_text_or(record, "slug", ""), r->world,
          member_text_or(member_get(record, "window"), "flavor", ""));
  json_array_foreach(member_get(record, "locations"), i, at) {
    int rank = member_int(at, "rank", -1);
    const struct rank *home = rank == r->rank ? r : journals_peer(g->js, r, rank);
    const void *frames = rank_stack(home, member_number(at, "stack", 0));
    fprintf(out, "\x1e%s\x1f%jx", member_text_or(at, "call", ""), (uintmax_t)(uintptr_t)frames);
  }
  return fclose(out) ? NULL : text;
}

static void keep_definite(json_t *to, const json_t *from) {
  if (!strcmp(member_text_or(from, "confidence", ""), "definite"))
    json_object_set_new(to, "confidence", json_string("definite"));
}

/* The finding that `entry` is, new if it is the first of its kind; takes the entry. */
static struct known *know(struct gather *g, json_t *entry, size_t first) {
  char *key = merge_key(entry);
  struct known *k = NULL;
  if (key)
    HASH_FIND_STR(g->known, key, k);
  if (k && first < k->m.first) {
    k->m.first = first;
    keep_definite(entry, k->m.entry);
    json_decref(k->m.entry);
    k->m.entry = json_incref(entry);
  }
  if (!key || k || !(k = calloc(1, sizeof *k))) {
    if (k)
      keep_definite(k->m.entry, entry);
    json_decref(entry);
    free(key);
    return k;
  }
  k->m.entry = entry;
  k->m.first = first;
  k->key = key;
  HASH_ADD_KEYPTR(hh, g->known, k->key, strlen(k->key), k);
  return k;
}

static struct known *meet(struct gather *g, const struct rank *r, const json_t *record) {
  char *key = met_key(g, r, record);
  struct met *m = NULL;
  if (key)
    HASH_FIND_STR(g->met, key, m);
  if (!key || m || !(m = calloc(1, sizeof *m))) {
    free(key);
    return m ? m->is : NULL;
  }
  m->key = key;
  m->is =
      know(g, entry_new(g->js, r, record, g->symbols, g->strict), (size_t)(r - g->js->rank));
  HASH_ADD_KEYPTR(hh, g->met, m->key, strlen(m->key), m);
  return m->is;
}

static void add_count(struct known *k, json_int_t count) {
  if (!__builtin_add_overflow(k->m.count, count, &count))
    k->m.count = count;
}

static int add(struct gather *g, const struct rank *r, const json_t *record) {
  struct known *k = meet(g, r, record);
  if (!k)
    return -1;
  add_count(k, member_number(record, "count", 1));
  int blamed = member_int(json_array_get(member_get(record, "locations"), 0), "rank", -1);
  rankset_add(&k->m.ranks, blamed < 0 ? r->rank : blamed);
  if (strcmp(member_text_or(record, "confidence", ""), "schedule") != 0)
    json_object_set_new(k->m.entry, "confidence", json_string("definite"));
  return 0;
}

int gather_rank(struct gather *g, const struct rank *r) {
  json_t *records = rank_findings(r), *record;
  size_t i;
  int bad = 0;
  json_array_foreach(records, i, record) {
    bad |= add(g, r, record);
  }
  json_decref(records);
  progress(g);
  return bad;
}

int gather_write(struct gather *g, FILE *out) {
  int bad = 0;
  for (struct known *k = g->known; k && !bad; k = k->hh.next) {
    json_t *ranges = json_array();
    for (size_t i = 0; i < k->m.ranks.ranges; i++)
      json_array_append_new(
          ranges, json_pack("[i, i]", k->m.ranks.range[i].lo, k->m.ranks.range[i].hi));
    json_t *line = json_pack("{s:O, s:I, s:I, s:o}", "entry", k->m.entry, "count", k->m.count,
                             "first", (json_int_t)k->m.first, "ranks", ranges);
    bad = !line || json_dumpf(line, out, JSON_COMPACT) || fputc('\n', out) == EOF;
    json_decref(line);
  }
  return bad || fputs("[]\n", out) == EOF ? -1 : 0;
}

static int take(struct gather *g, const json_t *line) {
  json_t *entry = member_get(line, "entry"), *range;
  size_t i;
  struct known *k = know(g, json_incref(entry), (size_t)member_number(line, "first", 0));
  if (!k)
    return -1;
  add_count(k, member_number(line, "count", 1));
  json_array_foreach(member_get(line, "ranks"), i, range) {
    int lo = (int)json_integer_value(json_array_get(range, 0));
    for (int rank = lo; rank <= (int)json_integer_value(json_array_get(range, 1)); rank++)
      rankset_add(&k->m.ranks, rank);
  }
  return 0;
}

/* All lines are read before the first is taken: the last one tells that they are whole. */
int gather_read(struct gather *g, FILE *in) {
  json_t *lines = json_array(), *line;
  char *text = NULL;
  size_t room = 0, i;
  int whole = 0, bad = 0;
  for (ssize_t n; !whole && (n = getline(&text, &room, in)) > 0;) {
    json_array_append_new(lines, json_loadb(text, (size_t)n, 0, NULL));
    whole = n == 3 && !strcmp(text, "[]\n");
  }
  json_array_foreach(lines, i, line) {
    if (whole && json_is_object(line))
      bad |= take(g, line);
  }
  json_decref(lines);
  free(text);
  return whole && !bad ? 0 : -1;
}

struct merged **gather_end(struct gather *g, size_t *n) {
  struct merged **all = calloc(HASH_COUNT(g->known) + 1, sizeof *all);
  *n = 0;
  if (g->shown)
    fputs("\r\033[K", stderr);
  for (struct known *k = g->known; all && k; k = k->hh.next) {
    char *ranks = rankset_text(&k->m.ranks);
    json_object_set_new(k->m.entry, "count", json_integer(k->m.count));
    json_object_set_new(k->m.entry, "ranks", json_string(ranks ? ranks : "0"));
    free(ranks);
    all[(*n)++] = &k->m;
  }
  return all;
}
