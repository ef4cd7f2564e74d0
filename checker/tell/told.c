/* told.c: what was said of two lines already. Explaining a conflict costs a hundred times what
 * finding it does, and a program that has one has it again and again: it is counted then, and
 * in the end not even looked for. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "told.h"

#define TOLD_MOST 65536

struct told_key {
  uint32_t slug, flavor;
  struct {
    int32_t rank;
    uint32_t stack, call;
  } at[2];
};

struct told {
  struct told_key key;
  int claimed, suspects; /* how often it was claimed; ... was kept as a suspect */
  UT_hash_handle hh;
};

static void key_side(struct told_key *k, int i, const struct access *a) {
  k->at[i].rank = a->site.rank;
  k->at[i].stack = a->site.stack;
  k->at[i].call = a->site.call;
}

struct told *told_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second) {
  struct told_key key = {(uint32_t)slug, w ? w->flavor : 0, {{0, 0, 0}, {0, 0, 0}}};
  struct told *s;
  if (!first->site.stack || !second->site.stack)
    return NULL;
  key_side(&key, 0, first);
  key_side(&key, 1, second);
  HASH_FIND(hh, c->told, &key, sizeof key, s);
  if (s || HASH_COUNT(c->told) >= TOLD_MOST || !(s = calloc(1, sizeof *s)))
    return s;
  s->key = key;
  HASH_ADD(hh, c->told, key, sizeof s->key, s);
  return check_added(c, s) ? s : NULL;
}

int told_doubtful(enum slug slug, int tainted) {
  return slug == SLUG_SYNC_MISSING || slug == SLUG_SHARED_RACE ||
         (tainted && slug != SLUG_BUFFER_RACE);
}

int told_enough(const struct told *s, int doubtful) {
  return s && (doubtful ? s->suspects >= ALIKE_MOST : s->claimed >= CLAIMS_MOST);
}

int told_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree) {
  struct told_key key = {(uint32_t)slug, w ? w->flavor : 0, {{0, 0, 0}, {0, 0, 0}}};
  if (!c->told || !one->site.stack || subtree->lines > LINES_MOST)
    return 0;
  key_side(&key, !is_first, one);
  for (int i = 0; i < subtree->lines; i++) {
    const struct line *l = &subtree->line[i];
    struct told *s;
    key.at[is_first].rank = l->rank;
    key.at[is_first].stack = l->stack;
    key.at[is_first].call = l->call;
    HASH_FIND(hh, c->told, &key, sizeof key, s);
    if (!told_enough(s, told_doubtful(slug, one->tainted || l->tainted)))
      return 0;
  }
  return 1;
}

int told_claimed(struct told *s) {
  return s ? s->claimed : 0;
}

void told_claim(struct told *s) {
  if (s)
    s->claimed++;
}

void told_suspect(struct told *s) {
  if (s)
    s->suspects++;
}

void told_cleared(struct told *s) {
  if (s)
    s->suspects--;
}

void told_free(struct check *c) {
  struct told *s, *next;
  HASH_ITER(hh, c->told, s, next) {
    HASH_DEL(c->told, s);
    free(s);
  }
}
