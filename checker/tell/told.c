/* told.c: what was said of two lines already. Explaining a conflict costs a hundred times what
 * finding it does, and a program that has one has it again and again: it is counted then, and
 * in the end not even looked for. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "told.h"

#define SAID_MOST 65536

struct said_key {
  uint32_t slug, flavor;
  struct {
    int32_t rank;
    uint32_t stack, call;
  } at[2];
};

struct said {
  struct said_key key;
  int claimed, suspects; /* how often it was claimed; ... was kept as a suspect */
  UT_hash_handle hh;
};

static void key_side(struct said_key *k, int i, const struct access *a) {
  k->at[i].rank = a->site.rank;
  k->at[i].stack = a->site.stack;
  k->at[i].call = a->site.call;
}

struct said *said_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second) {
  struct said_key key = {(uint32_t)slug, w ? w->flavor : 0, {{0, 0, 0}, {0, 0, 0}}};
  struct said *s;
  if (!first->site.stack || !second->site.stack)
    return NULL;
  key_side(&key, 0, first);
  key_side(&key, 1, second);
  HASH_FIND(hh, c->said, &key, sizeof key, s);
  if (s || HASH_COUNT(c->said) >= SAID_MOST || !(s = calloc(1, sizeof *s)))
    return s;
  s->key = key;
  HASH_ADD(hh, c->said, key, sizeof s->key, s);
  return check_added(c, s) ? s : NULL;
}

int said_doubtful(enum slug slug, int tainted) {
  return slug == SLUG_SYNC_MISSING || slug == SLUG_SHARED_RACE ||
         (tainted && slug != SLUG_BUFFER_RACE);
}

int said_enough(const struct said *s, int doubtful) {
  return s && (doubtful ? s->suspects >= ALIKE_MOST : s->claimed >= CLAIMS_MOST);
}

int said_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree) {
  struct said_key key = {(uint32_t)slug, w ? w->flavor : 0, {{0, 0, 0}, {0, 0, 0}}};
  if (!c->said || !one->site.stack || subtree->lines > LINES_MOST)
    return 0;
  key_side(&key, !is_first, one);
  for (int i = 0; i < subtree->lines; i++) {
    const struct line *l = &subtree->line[i];
    struct said *s;
    key.at[is_first].rank = l->rank;
    key.at[is_first].stack = l->stack;
    key.at[is_first].call = l->call;
    HASH_FIND(hh, c->said, &key, sizeof key, s);
    if (!said_enough(s, said_doubtful(slug, one->tainted || l->tainted)))
      return 0;
  }
  return 1;
}

int said_claimed(struct said *s) {
  return s ? s->claimed : 0;
}

void said_claim(struct said *s) {
  if (s)
    s->claimed++;
}

void said_suspect(struct said *s) {
  if (s)
    s->suspects++;
}

void said_cleared(struct said *s) {
  if (s)
    s->suspects--;
}

void said_free(struct check *c) {
  struct said *s, *next;
  HASH_ITER(hh, c->said, s, next) {
    HASH_DEL(c->said, s);
    free(s);
  }
}
