/* amounts.c: collective calls with an amount for each pair of processes, of which the one does
 * not send what the other receives (sections 5.5, 5.6, 5.7, 5.8 and 5.10); and edges of a graph
 * that only one of their two processes describes so (section 7.5.4). */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/basic_name.h"
#include "checker/tell/sentence.h"
#include "include/basic.h"
#include "include/call.h"
#include "include/check.h"
#include "include/hash.h"
#include "progress_state.h"

enum { CALLS_COMPARED = 1 << 16, PROCESSES = 64, AMOUNT_FINDINGS = 64 };

/* What one process names in calls of one line. `all` is the key: the arrays, and the other
 * numbers before them. */
struct amount_part {
  int32_t rank, thread, me, sents, receives, sent_types, received_types;
  uint32_t stack;
  uint16_t call, sent_basic, sent_element, received_basic, received_element;
  const uint64_t *sent, *received, *sent_type, *received_type;
  UT_hash_handle hh;
  uint64_t all[];
};
enum { NUMBERS = 6 };

struct amount_call {
  struct {
    uint64_t comm;
    int64_t number;
  } key;
  UT_hash_handle hh;
  int parts, room;
  const struct amount_part *part[];
};

struct amount_calls {
  struct amount_call *table;
  struct amount_part *parts;
  int findings;
  uint32_t told[AMOUNT_FINDINGS][2]; /* stacks */
};

static struct amount_call *call_of(struct amount_calls *all, const struct event_amounts *a) {
  struct amount_call *c, key;
  int room = a->sents > a->receives ? a->sents : a->receives;
  memset(&key, 0, sizeof key.key);
  key.key.comm = a->comm;
  key.key.number = a->number;
  HASH_FIND(hh, all->table, &key.key, sizeof key.key, c);
  if (c || room < 0 || room > PROCESSES || HASH_COUNT(all->table) == CALLS_COMPARED)
    return c;
  if (!(c = calloc(1, sizeof *c + (size_t)room * sizeof c->part[0])))
    return NULL;
  c->key = key.key;
  c->room = room;
  HASH_ADD(hh, all->table, key, sizeof c->key, c);
  if (c->hh.tbl)
    return c;
  free(c);
  return NULL;
}

static uint64_t both(int64_t one, int64_t other) {
  return (uint64_t)one << 32 | (uint32_t)other;
}

/* Returns what is behind the copy. */
static uint64_t *copy(uint64_t *to, const uint64_t *from, size_t n) {
  if (n)
    memcpy(to, from, n * sizeof *to);
  return to + n;
}

static struct amount_part *part_new(const struct event *e, size_t numbers) {
  const struct event_amounts *a = &e->u.amounts;
  struct amount_part *own = calloc(1, sizeof *own + numbers * sizeof own->all[0]);
  if (!own)
    return NULL;
  *own = (struct amount_part){.rank = e->rank,
                              .thread = e->thread,
                              .me = a->me,
                              .sents = a->sents,
                              .receives = a->receives,
                              .sent_types = a->sent_types,
                              .received_types = a->received_types,
                              .stack = e->stack,
                              .call = e->call,
                              .sent_basic = a->sent_basic,
                              .sent_element = a->sent_element,
                              .received_basic = a->received_basic,
                              .received_element = a->received_element};
  uint64_t *to = own->all;
  *to++ = both(e->rank, e->thread);
  *to++ = both(a->me, e->stack);
  *to++ = both(a->sents, a->receives);
  *to++ = both(a->sent_types, a->received_types);
  *to++ = both((int64_t)e->call << 16 | a->sent_basic, a->sent_element);
  *to++ = both(a->received_basic, a->received_element);
  own->sent = to;
  own->received = to = copy(to, a->sent, (size_t)a->sents);
  own->sent_type = to = copy(to, a->received, (size_t)a->receives);
  own->received_type = to = copy(to, a->sent_type, (size_t)a->sent_types);
  copy(to, a->received_type, (size_t)a->received_types);
  return own;
}

/* Calls of one line with the same amounts have one in common. */
static const struct amount_part *part_of(struct amount_calls *all, const struct event *e) {
  const struct event_amounts *a = &e->u.amounts;
  size_t numbers = NUMBERS + (size_t)a->sents + (size_t)a->receives + (size_t)a->sent_types +
                   (size_t)a->received_types;
  struct amount_part *known, *own = part_new(e, numbers);
  if (!own)
    return NULL;
  HASH_FIND(hh, all->parts, own->all, numbers * sizeof own->all[0], known);
  if (!known) {
    HASH_ADD_KEYPTR(hh, all->parts, own->all, numbers * sizeof own->all[0], own);
    if (own->hh.tbl)
      return own;
  }
  free(own);
  return known;
}

void amounts_feed(struct progress *p, const struct event *e) {
  const struct event_amounts *a = &e->u.amounts;
  if (e->call == CALL_Comm_create || e->call == CALL_Comm_create_group) {
    groups_feed(p, e);
    return;
  }
  if (a->number < 0 || a->me < 0 ||
      (!p->amounts && !(p->amounts = calloc(1, sizeof *p->amounts))))
    return;
  struct amount_call *c = call_of(p->amounts, a);
  const struct amount_part *part = c && c->parts < c->room ? part_of(p->amounts, e) : NULL;
  if (part)
    c->part[c->parts++] = part;
}

static int is_told(struct amount_calls *all, const struct amount_part *a,
                   const struct amount_part *b) {
  for (int i = 0; i < all->findings; i++)
    if (all->told[i][0] == a->stack && all->told[i][1] == b->stack)
      return 1;
  if (all->findings == AMOUNT_FINDINGS)
    return 1;
  all->told[all->findings][0] = a->stack;
  all->told[all->findings++][1] = b->stack;
  return 0;
}

static struct progress_place place_of(const struct amount_part *a, enum location_role role) {
  return (struct progress_place){a->rank, a->thread, a->stack, a->call, role_text(role), ""};
}

struct amount_type {
  unsigned basic, element;
};

/* What the one sends to the other, and what that one expects from it. */
static struct amount_type sent_to(const struct amount_part *from, int32_t rank) {
  uint64_t own = rank < from->sent_types ? from->sent_type[rank] : 0;
  return from->sent_types ? (struct amount_type){(unsigned)(own >> 16), own & UINT16_MAX}
                          : (struct amount_type){from->sent_basic, from->sent_element};
}

static struct amount_type received_from(const struct amount_part *to, int32_t rank) {
  uint64_t own = rank < to->received_types ? to->received_type[rank] : 0;
  return to->received_types ? (struct amount_type){(unsigned)(own >> 16), own & UINT16_MAX}
                            : (struct amount_type){to->received_basic, to->received_element};
}

static void give(struct progress *p, enum slug slug, const struct amount_part *from,
                 const struct amount_part *to, struct sentence *text) {
  struct progress_finding f = {.slug = slug,
                               .rank = from->rank,
                               .message = text->text,
                               .places = 2,
                               .place = {place_of(from, ROLE_DIFFERENT_COLLECTIVE),
                                         place_of(to, ROLE_OTHER_COLLECTIVE)}};
  if (!text->failed)
    p->finding(p->context, &f);
  free(text->text);
}

static void tell(struct progress *p, enum slug slug, const struct amount_part *from,
                 const struct amount_part *to, uint64_t sent, uint64_t received) {
  struct sentence text = {0};
  const char *call = call_name(from->call);
  if (slug == SLUG_COLLECTIVE_AMOUNT)
    sentence_add(&text, OTHER_AMOUNT_IN_PAIR, call, from->rank, (long long)sent, to->rank,
                 to->rank, (long long)received);
  else
    sentence_add(&text, OTHER_TYPE_IN_PAIR, call, from->rank,
                 basic_name(sent_to(from, to->me).basic), to->rank, to->rank,
                 basic_name(received_from(to, from->me).basic));
  give(p, slug, from, to, &text);
}

/* Edges from the one to the other: how many each names. */
static void tell_edges(struct progress *p, const struct amount_part *from,
                       const struct amount_part *to, uint64_t sent, uint64_t received) {
  struct sentence text = {0};
  const char *call = call_name(from->call);
  int32_t x = from->rank, y = to->rank;
  if (!received)
    sentence_add(&text, EDGE_WITHOUT_SOURCE, call, x, y, y, x);
  else if (!sent)
    sentence_add(&text, EDGE_WITHOUT_DESTINATION, call, y, x, x, y);
  else if (sent != received)
    sentence_add(&text, OTHER_EDGES, call, x, y, (long long)sent, y, x, (long long)received);
  else if (x != y)
    sentence_add(&text, OTHER_WEIGHTS, call, x, y, x, y);
  else
    sentence_add(&text, OTHER_OWN_WEIGHTS, call, x);
  give(p, SLUG_COLLECTIVE_ARGUMENT, from, to, &text);
}

/* That only one of them has weights is told of the arguments. */
static int weights_differ(const struct amount_part *from, const struct amount_part *to) {
  uint64_t one = to->me < from->sent_types ? from->sent_type[to->me] : 0;
  uint64_t other = from->me < to->received_types ? to->received_type[from->me] : 0;
  return one && other && one != other;
}

static void compare(struct progress *p, const struct amount_part *from,
                    const struct amount_part *to) {
  uint64_t sent = to->me < from->sents ? from->sent[to->me] : UINT64_MAX;
  uint64_t received = from->me < to->receives ? to->received[from->me] : UINT64_MAX;
  if (from->call != to->call || sent == UINT64_MAX || received == UINT64_MAX)
    return;
  if (from->call == CALL_Dist_graph_create_adjacent) {
    if ((sent != received || weights_differ(from, to)) && !is_told(p->amounts, from, to))
      tell_edges(p, from, to, sent, received);
    return;
  }
  struct amount_type one = sent_to(from, to->me), other = received_from(to, from->me);
  enum slug slug = sent != received ? SLUG_COLLECTIVE_AMOUNT
                   : sent && !check_alike(one.basic, one.element, other.basic, other.element)
                       ? SLUG_COLLECTIVE_TYPE
                       : SLUGS;
  if (slug != SLUGS && !is_told(p->amounts, from, to))
    tell(p, slug, from, to, sent, received);
}

static int is_alike(const struct amount_call *a, const struct amount_call *b) {
  return a->parts == b->parts &&
         !memcmp(a->part, b->part, (size_t)a->parts * sizeof a->part[0]);
}

void amounts_judge(struct progress *p) {
  const struct amount_call *c = p->amounts ? p->amounts->table : NULL, *last = NULL;
  for (; c; last = c, c = c->hh.next)
    for (int i = 0; i < c->parts && !(last && is_alike(c, last)); i++)
      for (int j = 0; j < c->parts; j++)
        compare(p, c->part[i], c->part[j]);
}

#define FREE_ALL(table, type)                                                                  \
  do {                                                                                         \
    type *one, *next;                                                                          \
    HASH_ITER(hh, table, one, next) {                                                          \
      HASH_DEL(table, one);                                                                    \
      free(one);                                                                               \
    }                                                                                          \
  } while (0)

void amounts_free(struct progress *p) {
  if (!p->amounts)
    return;
  FREE_ALL(p->amounts->table, struct amount_call);
  FREE_ALL(p->amounts->parts, struct amount_part);
  free(p->amounts);
}
