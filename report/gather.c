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
  int strict, shown;
  size_t ranks;
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
  if (now < g->start + 2 || now == g->last || !isatty(STDERR_FILENO))
    return;
  g->last = now;
  g->shown = 1;
  fprintf(stderr, "\rfencepost: merging, rank %zu of %zu ", g->ranks, g->js->ranks);
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

/* The finding that `record` is, new if it is the first of its kind. */
static struct known *know(struct gather *g, const struct rank *r, const json_t *record) {
  json_t *entry = entry_new(g->js, r, record, g->symbols, g->strict);
  char *key = merge_key(entry);
  struct known *k = NULL;
  if (key)
    HASH_FIND_STR(g->known, key, k);
  if (!key || k || !(k = calloc(1, sizeof *k))) {
    json_decref(entry);
    free(key);
    return k;
  }
  k->m.entry = entry;
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
  m->is = know(g, r, record);
  HASH_ADD_KEYPTR(hh, g->met, m->key, strlen(m->key), m);
  return m->is;
}

static int add(struct gather *g, const struct rank *r, const json_t *record) {
  struct known *k = meet(g, r, record);
  if (!k)
    return -1;
  json_int_t count = member_number(record, "count", 1);
  if (__builtin_add_overflow(k->m.count, count, &count))
    count = k->m.count;
  k->m.count = count;
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
  g->ranks++;
  json_array_foreach(records, i, record) {
    bad |= add(g, r, record);
  }
  json_decref(records);
  progress(g);
  return bad;
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
