/* told.c: what was said of two lines already. Explaining a conflict costs a hundred times what
 * finding it does, and a program that has one has it again and again: it is counted then, and
 * in the end not even looked for. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "told.h"

#define SAID_MOST 65536

struct said {
  struct identity key;   /* of the first two locations: those that are in conflict */
  int claimed, suspects; /* how often it was claimed; ... was kept as a suspect */
  UT_hash_handle hh;
};

static struct identity identity_new(enum slug slug, const struct window *w) {
  struct identity id;
  memset(&id, 0, sizeof id);
  id.slug = (uint32_t)slug;
  id.flavor = w ? w->flavor : 0;
  return id;
}

static void identity_access(struct identity *id, int i, const struct access *a) {
  identity_site(id, i, a->site.rank, a->site.stack, a->site.call);
}

struct said *said_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second) {
  struct identity key = identity_new(slug, w);
  struct said *s;
  if (!first->site.stack || !second->site.stack)
    return NULL;
  identity_access(&key, 0, first);
  identity_access(&key, 1, second);
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
  struct identity key = identity_new(slug, w);
  if (!c->said || !one->site.stack || subtree->lines > LINES_MOST)
    return 0;
  identity_access(&key, !is_first, one);
  for (int i = 0; i < subtree->lines; i++) {
    const struct line *l = &subtree->line[i];
    struct said *s;
    identity_site(&key, is_first, l->rank, l->stack, l->call);
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
