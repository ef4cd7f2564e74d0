#include "gather.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "entry.h"
#include "report/journal/member.h"
#include "merge.h"

struct known { /* by merge_key */
  struct merged m;
  char *key;
  UT_hash_handle hh;
};

struct gather {
  const struct journals *js;
  struct symbols *symbols;
  int strict;
  struct known *known;
};

struct gather *gather_new(const struct journals *js, struct symbols *s, int strict) {
  struct gather *g = calloc(1, sizeof *g);
  if (g)
    *g = (struct gather){.js = js, .symbols = s, .strict = strict};
  return g;
}

void gather_free(struct gather *g) {
  struct known *k, *next;
  if (!g)
    return;
  HASH_ITER(hh, g->known, k, next) {
    HASH_DEL(g->known, k);
    json_decref(k->m.entry);
    rankset_free(&k->m.ranks);
    free(k->m.what);
    free(k->key);
    free(k);
  }
  free(g);
}

/* Returns the finding that `entry` belongs to; a new one if it is the first of its kind. Takes
 * the entry. */
static struct known *know(struct gather *g, json_t *entry) {
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

int gather_item(struct gather *g, const struct bundle_item *item) {
  json_t *record = json_loads(item->finding, 0, NULL);
  struct known *k = NULL;
  if (record)
    k = know(g, entry_new(g->js, &g->js->rank[item->first], record, &item->key, g->symbols,
                          g->strict));
  json_decref(record);
  if (!k)
    return -1;
  json_int_t count;
  if (!__builtin_add_overflow(k->m.count, item->count, &count))
    k->m.count = count;
  rankset_join(&k->m.ranks, &item->ranks);
  if (item->definite)
    json_object_set_new(k->m.entry, "confidence", json_string("definite"));
  return 0;
}

struct merged **gather_end(struct gather *g, size_t *n) {
  struct merged **all = calloc(HASH_COUNT(g->known) + 1, sizeof *all);
  *n = 0;
  for (struct known *k = g->known; all && k; k = k->hh.next) {
    char *ranks = rankset_text(&k->m.ranks);
    json_object_set_new(k->m.entry, "count", json_integer(k->m.count));
    json_object_set_new(k->m.entry, "ranks", json_string(ranks ? ranks : "0"));
    free(ranks);
    all[(*n)++] = &k->m;
  }
  return all;
}
