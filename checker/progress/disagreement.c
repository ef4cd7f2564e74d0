/* disagreement.c: processes of a communicator that do not make the same collective calls in the
 * same order, or not with the same root, operation and amount of data (sections 5.1 to 5.10).
 */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/basic_name.h"
#include "checker/tell/sentence.h"
#include "include/basic.h"
#include "include/call.h"
#include "include/check.h"
#include "include/hash.h"
#include "progress_state.h"

struct call_place { /* of the first rank that was told of */
  struct {
    uint64_t comm;
    int64_t number;
  } key;
  int32_t rank, thread;
  uint32_t stack;
  uint16_t call;
  struct event_promise promise;
  UT_hash_handle hh;
};

/* Two lines that were told of already. */
struct told_pair {
  struct {
    int32_t slug;
    uint16_t call[2];
    uint32_t stack[2];
  } key;
  UT_hash_handle hh;
};

/* A rank that made another call than the first one on this communicator: what follows is not
 * compared. */
struct strayed {
  struct {
    uint64_t comm;
    int64_t rank;
  } key;
  UT_hash_handle hh;
};

struct disagreement {
  enum slug slug;
  struct call_place first, second;
};
enum { DISAGREEMENTS = 256 };

struct agreements {
  struct call_place *calls;
  struct told_pair *told;
  struct strayed *strayed;
  struct disagreement *all;
  int count;
};

static struct agreements *agreements_of(struct progress *p) {
  if (!p->agreements)
    p->agreements = calloc(1, sizeof *p->agreements);
  return p->agreements;
}

/* Calls with large counts are the same operations. */
static int same_call(uint16_t a, uint16_t b) {
  const char *x = call_name(a), *y = call_name(b);
  size_t n = strlen(x), m = strlen(y);
  n -= n > 2 && !strcmp(x + n - 2, "_c") ? 2 : 0;
  m -= m > 2 && !strcmp(y + m - 2, "_c") ? 2 : 0;
  return n == m && !memcmp(x, y, n);
}

/* Returns the kind of finding, SLUGS if the two agree. */
static enum slug compare(const struct call_place *a, const struct call_place *b) {
  const struct event_promise *x = &a->promise, *y = &b->promise;
  if (!same_call(a->call, b->call))
    return SLUG_COLLECTIVE_MISMATCH;
  if (x->root != y->root)
    return SLUG_COLLECTIVE_ROOT;
  if (x->reduce != y->reduce)
    return SLUG_COLLECTIVE_OP;
  if (x->arguments != y->arguments)
    return SLUG_COLLECTIVE_ARGUMENT;
  if (x->bytes >= 0 && y->bytes >= 0 && x->bytes != y->bytes)
    return SLUG_COLLECTIVE_AMOUNT;
  if (x->bytes > 0 && y->bytes > 0 && !check_alike(x->basic, x->element, y->basic, y->element))
    return SLUG_COLLECTIVE_TYPE;
  return SLUGS;
}

static int is_told(struct agreements *a, enum slug slug, const struct call_place *first,
                   const struct call_place *second) {
  struct told_pair *t, key;
  memset(&key, 0, sizeof key);
  key.key.slug = (int32_t)slug;
  key.key.call[0] = first->call;
  key.key.call[1] = second->call;
  key.key.stack[0] = first->stack;
  key.key.stack[1] = second->stack;
  HASH_FIND(hh, a->told, &key.key, sizeof key.key, t);
  if (t || !(t = calloc(1, sizeof *t)))
    return 1;
  t->key = key.key;
  HASH_ADD(hh, a->told, key, sizeof t->key, t);
  if (t->hh.tbl)
    return 0;
  free(t);
  return 1;
}

static struct strayed strayed_key(uint64_t comm, int32_t rank) {
  struct strayed s;
  memset(&s, 0, sizeof s);
  s.key.comm = comm;
  s.key.rank = rank;
  return s;
}

static int has_strayed(const struct agreements *a, uint64_t comm, int32_t rank) {
  struct strayed *s, key = strayed_key(comm, rank);
  HASH_FIND(hh, a->strayed, &key.key, sizeof key.key, s);
  return s != NULL;
}

static void stray(struct agreements *a, uint64_t comm, int32_t rank) {
  struct strayed *s = malloc(sizeof *s);
  if (!s)
    return;
  *s = strayed_key(comm, rank);
  HASH_ADD(hh, a->strayed, key, sizeof s->key, s);
  if (!s->hh.tbl)
    free(s);
}

static void note(struct agreements *a, enum slug slug, const struct call_place *first,
                 const struct call_place *second) {
  if (!a->all && !(a->all = calloc(DISAGREEMENTS, sizeof *a->all)))
    return;
  if (a->count < DISAGREEMENTS && !is_told(a, slug, first, second))
    a->all[a->count++] = (struct disagreement){slug, *first, *second};
}

void agreement_feed(struct progress *p, const struct event *e) {
  struct agreements *a = agreements_of(p);
  struct call_place *first, *own = a ? calloc(1, sizeof *own) : NULL;
  if (!own)
    return;
  own->key.comm = e->u.promise.comm;
  own->key.number = e->u.promise.number;
  own->rank = e->rank;
  own->thread = e->thread;
  own->stack = e->stack;
  own->call = e->call;
  own->promise = e->u.promise;
  HASH_FIND(hh, a->calls, &own->key, sizeof own->key, first);
  if (!first) {
    HASH_ADD(hh, a->calls, key, sizeof own->key, own);
    if (!own->hh.tbl)
      free(own);
    return;
  }
  enum slug slug = compare(first, own);
  if (slug != SLUGS && first->rank != own->rank && !has_strayed(a, own->key.comm, own->rank)) {
    note(a, slug, first, own);
    if (slug == SLUG_COLLECTIVE_MISMATCH)
      stray(a, own->key.comm, own->rank);
  }
  free(own);
}

static void words(struct sentence *text, const struct disagreement *d) {
  const struct call_place *a = &d->second, *b = &d->first;
  const char *call = call_name(a->call);
  const struct event_promise *x = &a->promise, *y = &b->promise;
  switch (d->slug) {
  case SLUG_COLLECTIVE_MISMATCH:
    sentence_add(text, OTHER_CALL, a->rank, call,
                 (long long)(a->key.number < INT64_MAX ? a->key.number + 1 : a->key.number),
                 b->rank, call_name(b->call));
    break;
  case SLUG_COLLECTIVE_ROOT:
    sentence_add(text, OTHER_ROOT, call, a->rank, x->root, b->rank, y->root);
    break;
  case SLUG_COLLECTIVE_OP:
    sentence_add(text, OTHER_OP, call, a->rank, reduce_name((unsigned)x->reduce), b->rank,
                 reduce_name((unsigned)y->reduce));
    break;
  case SLUG_COLLECTIVE_ARGUMENT:
    sentence_add(text, OTHER_ARGUMENT, call, a->rank, b->rank);
    break;
  case SLUG_COLLECTIVE_AMOUNT:
    sentence_add(text, OTHER_AMOUNT, call, a->rank, (long long)x->bytes, b->rank,
                 (long long)y->bytes);
    break;
  default:
    sentence_add(text, OTHER_TYPE, call, a->rank, basic_name(x->basic), b->rank,
                 basic_name(y->basic));
  }
}

static struct progress_place place_of(const struct call_place *c, enum location_role role) {
  return (struct progress_place){c->rank, c->thread, c->stack, c->call, role_text(role), ""};
}

static void tell(struct progress *p, const struct disagreement *d) {
  struct sentence text = {0};
  words(&text, d);
  struct progress_finding f = {.slug = d->slug,
                               .rank = d->second.rank,
                               .message = text.text,
                               .places = 2,
                               .place = {place_of(&d->second, ROLE_DIFFERENT_COLLECTIVE),
                                         place_of(&d->first, ROLE_OTHER_COLLECTIVE)}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

void agreement_judge(struct progress *p) {
  for (int i = 0; p->agreements && i < p->agreements->count; i++)
    tell(p, &p->agreements->all[i]);
}

#define FREE_ALL(table, type)                                                                  \
  do {                                                                                         \
    type *one, *next;                                                                          \
    HASH_ITER(hh, table, one, next) {                                                          \
      HASH_DEL(table, one);                                                                    \
      free(one);                                                                               \
    }                                                                                          \
  } while (0)

void agreement_free(struct progress *p) {
  struct agreements *a = p->agreements;
  if (!a)
    return;
  FREE_ALL(a->calls, struct call_place);
  FREE_ALL(a->told, struct told_pair);
  FREE_ALL(a->strayed, struct strayed);
  free(a->all);
  free(a);
}
