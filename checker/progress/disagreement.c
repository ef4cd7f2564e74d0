/* disagreement.c: processes of a communicator that do not make the same collective calls in the
 * same order, or not with the same root, operation and amount of data (sections 5.1 to 5.10).
 */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/basic_name.h"
#include "checker/tell/names.h"
#include "checker/tell/sentence.h"
#include "include/basic.h"
#include "include/call.h"
#include "include/check.h"
#include "disagreement.h"
#include "progress_state.h"

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
  struct call_place first, second; /* without their data */
  struct difference differ;        /* of these */
  int stuck;                       /* neither can return */
};
enum { DISAGREEMENTS = 256 };

/* event.h: of the promise of a process in whose group the root of an inter-communicator is. */
enum { ROOT_OTHER = -2 };

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
  if (a == b)
    return 1;
  const char *x = call_name(a), *y = call_name(b);
  size_t n = strlen(x), m = strlen(y);
  n -= n > 2 && !strcmp(x + n - 2, "_c") ? 2 : 0;
  m -= m > 2 && !strcmp(y + m - 2, "_c") ? 2 : 0;
  return n == m && !memcmp(x, y, n);
}

/* Of an inter-communicator: which rank is the root, and in which of the two groups it is. A
 * process whose group has the root but that is not the root itself knows no more. */
static int roots_differ(const struct call_place *a, const struct call_place *b) {
  int32_t x = a->promise.root, y = b->promise.root;
  if (a->promise.side < 0 || (x >= 0 && y >= 0))
    return x != y;
  if (x < 0 && y < 0)
    return 0;
  const struct call_place *named = x >= 0 ? a : b, *other = x >= 0 ? b : a;
  if (other->promise.root != ROOT_OTHER)
    return 1;
  int root_is_here =
      (named->promise.root == named->rank) == (named->promise.side == other->promise.side);
  return named->promise.root == other->rank || !root_is_here;
}

/* With whose arguments those of the second have to agree, NULL: nobody's yet. How
 * MPI_Intercomm_merge orders the groups is said by each group for itself (section 6.6.2). */
static const struct call_place *same_side(const struct call_place *first,
                                          const struct call_place *own) {
  return own->call == CALL_Intercomm_merge && first->promise.side != own->promise.side
             ? first->other_side
             : first;
}

/* Returns the kind of finding, SLUGS if the two agree. */
static enum slug compare(const struct call_place *a, const struct call_place *b) {
  const struct event_promise *x = &a->promise, *y = &b->promise;
  if (!same_call(a->call, b->call))
    return SLUG_COLLECTIVE_MISMATCH;
  if (roots_differ(a->root ? a->root : a, b))
    return SLUG_COLLECTIVE_ROOT;
  if (x->reduce != y->reduce && x->reduce >= 0 && y->reduce >= 0)
    return SLUG_COLLECTIVE_OP;
  const struct call_place *alike = same_side(a, b);
  if (alike && alike->promise.arguments && y->arguments &&
      alike->promise.arguments != y->arguments)
    return SLUG_COLLECTIVE_ARGUMENT;
  a = a->amount ? a->amount : a;
  x = &a->promise;
  struct difference d;
  if (x->bytes >= 0 && y->bytes >= 0 && x->bytes != y->bytes)
    return SLUG_COLLECTIVE_AMOUNT;
  if (x->bytes > 0 && y->bytes > 0 && !made_alike(&a->data, &b->data, x->bytes, &d))
    return SLUG_COLLECTIVE_TYPE;
  return SLUGS;
}

/* Which call of the first ones the other one differs from. */
static const struct call_place *differs_from(const struct call_place *first,
                                             const struct call_place *own, enum slug slug) {
  if (slug == SLUG_COLLECTIVE_ROOT && first->root)
    return first->root;
  if (slug == SLUG_COLLECTIVE_ARGUMENT)
    return same_side(first, own);
  return (slug == SLUG_COLLECTIVE_AMOUNT || slug == SLUG_COLLECTIVE_TYPE) && first->amount
             ? first->amount
             : first;
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

int agreement_differs(const struct progress *p, uint64_t comm) {
  const struct agreements *a = p->agreements;
  for (int i = 0; a && i < a->count; i++)
    if (a->all[i].first.key.comm == comm && a->all[i].slug == SLUG_COLLECTIVE_MISMATCH)
      return 1;
  return 0;
}

static int is_at(const struct call_place *c, const struct stuck_call *s) {
  return c->rank == s->rank && c->stack == s->stack;
}

int agreement_explains(struct progress *p, uint64_t comm, const struct stuck_call *one,
                       const struct stuck_call *other) {
  struct agreements *a = p->agreements;
  int explains = 0;
  for (int i = 0; a && i < a->count; i++) {
    struct disagreement *d = &a->all[i];
    uint16_t x = d->first.call, y = d->second.call;
    int here = is_at(&d->first, one) || is_at(&d->first, other) || is_at(&d->second, one) ||
               is_at(&d->second, other);
    if (here && (d->slug == SLUG_COLLECTIVE_MISMATCH || d->slug == SLUG_COLLECTIVE_ROOT) &&
        d->first.key.comm == comm &&
        ((x == one->call && y == other->call) || (x == other->call && y == one->call)))
      d->stuck = explains = 1;
  }
  return explains;
}

const struct call_place *agreement_call(const struct progress *p, uint64_t comm,
                                        int64_t number) {
  struct call_place *found = NULL, key;
  memset(&key.key, 0, sizeof key.key);
  key.key.comm = comm;
  key.key.number = number;
  if (p->agreements)
    HASH_FIND(hh, p->agreements->calls, &key.key, sizeof key.key, found);
  return found;
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
  if (a->count == DISAGREEMENTS || is_told(a, slug, first, second))
    return;
  struct disagreement *d = &a->all[a->count++];
  *d = (struct disagreement){.slug = slug, .first = *first, .second = *second};
  made_alike(&first->data, &second->data, first->promise.bytes, &d->differ);
  d->first.data.part = d->second.data.part = NULL;
}

static void free_place(struct call_place *c) {
  if (c)
    made_of_free(&c->data);
  free(c);
}

/* Its data are borrowed. */
static struct call_place place_seen(const struct event *e) {
  struct call_place seen = {.key = {e->u.promise.comm, e->u.promise.number},
                            .rank = e->rank,
                            .thread = e->thread,
                            .stack = e->stack,
                            .call = e->call,
                            .promise = e->u.promise,
                            .data = {e->u.promise.basic, e->u.promise.element},
                            .told = 1};
  if (e->u.promise.parts > 0) {
    seen.data.part = e->u.promise.part;
    seen.data.parts = e->u.promise.parts;
  }
  seen.promise.part = NULL;
  return seen;
}

/* Returns NULL if there is no memory. */
static struct call_place *place_kept(const struct call_place *seen) {
  struct call_place *own = malloc(sizeof *own);
  const struct made_of *data = &seen->data;
  if (!own)
    return NULL;
  *own = *seen;
  own->data = made_of(data->basic, data->element, data->part, data->parts);
  return own;
}

/* Keeps the call if it tells what those before do not. */
static void keep_more(struct call_place *first, const struct call_place *seen) {
  int root = first->promise.root < 0 && !first->root && seen->promise.root >= 0;
  int amount = first->promise.bytes < 0 && !first->amount && seen->promise.bytes >= 0;
  int side = seen->call == CALL_Intercomm_merge && !same_side(first, seen);
  struct call_place *own = root || amount || side ? place_kept(seen) : NULL;
  if (!own)
    return;
  if (root)
    first->root = own;
  if (amount)
    first->amount = own;
  if (side)
    first->other_side = own;
}

static void compare_call(struct agreements *a, struct call_place *first,
                         const struct call_place *seen) {
  if (first->rank == seen->rank || has_strayed(a, seen->key.comm, seen->rank))
    return;
  enum slug slug = compare(first, seen);
  if (slug != SLUGS)
    note(a, slug, differs_from(first, seen, slug), seen);
  if (slug == SLUG_COLLECTIVE_MISMATCH)
    stray(a, seen->key.comm, seen->rank);
  if (slug != SLUGS)
    return;
  first->told += seen->promise.size == first->promise.size;
  first->promise.edges += seen->promise.edges;
  keep_more(first, seen);
}

void agreement_feed(struct progress *p, const struct event *e) {
  struct agreements *a = agreements_of(p);
  const struct call_place seen = place_seen(e);
  struct call_place *first;
  if (!a)
    return;
  HASH_FIND(hh, a->calls, &seen.key, sizeof seen.key, first);
  if (first) {
    compare_call(a, first, &seen);
    return;
  }
  if (!(first = place_kept(&seen)))
    return;
  HASH_ADD(hh, a->calls, key, sizeof first->key, first);
  if (!first->hh.tbl)
    free_place(first);
}

static long long from_one(const struct call_place *c) {
  return c->key.number < INT64_MAX ? (long long)c->key.number + 1 : INT64_MAX;
}

/* What it passed as the root of an inter-communicator (section 5.2.3). */
static void passed_root(struct sentence *text, const struct call_place *c) {
  int32_t root = c->promise.root;
  if (root == c->rank)
    sentence_add(text, PASSES_ROOT, c->rank);
  else if (root == ROOT_OTHER)
    sentence_add(text, PASSES_NULL, c->rank);
  else if (root < 0)
    sentence_add(text, NAMES_NOBODY, c->rank);
  else
    sentence_add(text, NAMES_OTHER, c->rank, root);
}

static void words_of_root(struct sentence *text, const struct call_place *a,
                          const struct call_place *b) {
  const char *call = call_name(a->call);
  if (a->promise.side < 0) {
    sentence_add(text, OTHER_ROOT, call, a->rank, a->promise.root, b->rank, b->promise.root);
    return;
  }
  sentence_add(text, BETWEEN_GROUPS, call);
  passed_root(text, a);
  sentence_add(text, BUT);
  passed_root(text, b);
  sentence_add(text, ROOT_BETWEEN_GROUPS);
}

static void words(struct sentence *text, const struct disagreement *d) {
  const struct call_place *a = &d->second, *b = &d->first;
  const char *call = call_name(a->call);
  const struct event_promise *x = &a->promise, *y = &b->promise;
  switch (d->slug) {
  case SLUG_COLLECTIVE_MISMATCH:
    sentence_add(text, OTHER_CALL, a->rank, call, from_one(a), object_name(x->on), b->rank,
                 call_name(b->call));
    break;
  case SLUG_COLLECTIVE_ROOT:
    words_of_root(text, a, b);
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
    sentence_add(text, OTHER_TYPE, call, a->rank, basic_name(d->differ.other),
                 (long long)d->differ.index + 1, b->rank, basic_name(d->differ.one));
  }
}

static struct progress_place place_of(const struct call_place *c, enum location_role role) {
  return (struct progress_place){c->rank, c->thread, c->stack, c->call, role_text(role), ""};
}

static void tell(struct progress *p, const struct disagreement *d) {
  struct sentence text = {0};
  words(&text, d);
  if (d->stuck)
    sentence_add(&text, NEVER_RETURN);
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

/* MPI_Dist_graph_create_adjacent: not which processes describe an edge in different ways, but
 * that there are some. */
static void tell_edges(struct progress *p, const struct call_place *c) {
  struct sentence text = {0};
  if (!c->promise.edges || c->told != c->promise.size ||
      is_told(p->agreements, SLUG_COLLECTIVE_ARGUMENT, c, c))
    return;
  sentence_add(&text, EDGES_NOT_ALIKE, call_name(c->call), from_one(c), c->promise.size);
  struct progress_finding f = {.slug = SLUG_COLLECTIVE_ARGUMENT,
                               .rank = c->rank,
                               .message = text.text,
                               .places = 1,
                               .place = {place_of(c, ROLE_DIFFERENT_COLLECTIVE)}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

void agreement_judge(struct progress *p) {
  for (int i = 0; p->agreements && i < p->agreements->count; i++)
    tell(p, &p->agreements->all[i]);
  for (const struct call_place *c = p->agreements ? p->agreements->calls : NULL; c;
       c = c->hh.next)
    tell_edges(p, c);
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
  for (struct call_place *c = a->calls; c; c = c->hh.next) {
    if (c->amount != c->root)
      free_place(c->amount);
    free_place(c->root);
    free_place(c->other_side);
    made_of_free(&c->data);
  }
  FREE_ALL(a->calls, struct call_place);
  FREE_ALL(a->told, struct told_pair);
  FREE_ALL(a->strayed, struct strayed);
  free(a->all);
  free(a);
}
