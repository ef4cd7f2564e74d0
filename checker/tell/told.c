/* told.c: what was already said about two lines of the program. Explaining a conflict costs a
 * hundred times as much as finding it, and a program that has a conflict usually has it again
 * and again. So repeated conflicts are only counted, and after some time not even looked
 * for. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "told.h"

#define TOLD_MOST 65536
#define LINES_MOST 4 /* of a subtree that are looked up */

struct told {
  struct identity key;   /* from the first two locations, which are in conflict */
  int claimed, suspects; /* how often it was claimed; how often it was kept as a suspect */
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

struct told *told_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second) {
  struct identity key = identity_new(slug, w);
  struct told *s;
  if (!first->site.stack || !second->site.stack)
    return NULL;
  identity_access(&key, 0, first);
  identity_access(&key, 1, second);
  HASH_FIND(hh, c->told, &key, sizeof key, s);
  if (s || HASH_COUNT(c->told) >= TOLD_MOST || !(s = calloc(1, sizeof *s)))
    return s;
  s->key = key;
  HASH_ADD(hh, c->told, key, sizeof s->key, s);
  return check_added(c, s) ? s : NULL;
}

/* What a process reads under a lock makes no copies of windows agree. */
int told_doubtful(const struct check *c, enum slug slug, int tainted) {
  tainted = check_tainted(c, tainted);
  if (slug == SLUG_SEPARATE_RACE)
    return (tainted & TAINTED_BY_VALUE) != 0;
  return slug == SLUG_SYNC_MISSING || slug == SLUG_SHARED_RACE ||
         (tainted && slug != SLUG_BUFFER_RACE);
}

int told_enough(const struct told *s, int doubtful) {
  return s && (doubtful ? s->suspects >= ALIKE_MOST : s->claimed >= CLAIMS_MOST);
}

int told_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree) {
  struct identity key = identity_new(slug, w);
  int count = 0;
  if (!c->told || !one->site.stack || subtree->lines >> LINE_OTHERS)
    return 0;
  identity_access(&key, !is_first, one);
  for (uint64_t left = subtree->lines; left; left &= left - 1) {
    if (++count > LINES_MOST)
      return 0;
    const struct line *l = &c->shelves.lines.line[__builtin_ctzll(left)];
    struct told *s;
    identity_site(&key, is_first, l->rank, l->stack, l->call);
    HASH_FIND(hh, c->told, &key, sizeof key, s);
    if (!told_enough(s, told_doubtful(c, slug, one->tainted | l->tainted)))
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
