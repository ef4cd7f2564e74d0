/* amounts.c: collective calls with an amount for each pair of processes, of which the one does
 * not send what the other receives (sections 5.5, 5.6, 5.7, 5.8 and 5.10); and edges of a graph
 * that only one of their two processes describes so (section 7.5.4). Of each communicator the
 * first calls are compared. */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/basic_name.h"
#include "checker/tell/sentence.h"
#include "include/basic.h"
#include "include/call.h"
#include "include/check.h"
#include "include/hash.h"
#include "progress_state.h"

enum { CALLS_COMPARED = 64, PROCESSES = 64, AMOUNT_FINDINGS = 64 };

/* What one process names in a call. */
struct amount_part {
  int32_t rank, thread, me, sents, receives, sent_types, received_types;
  uint32_t stack;
  uint16_t call, sent_basic, sent_element, received_basic, received_element;
  uint64_t *sent, *received, *sent_type, *received_type; /* one block */
};

struct amount_call {
  struct {
    uint64_t comm;
    int64_t number;
  } key;
  struct amount_part part[PROCESSES];
  int parts;
  UT_hash_handle hh;
};

struct amount_calls {
  struct amount_call *table;
  int findings;
  uint32_t told[AMOUNT_FINDINGS][2]; /* stacks */
};

static struct amount_call *call_of(struct progress *p, const struct event_amounts *a) {
  struct amount_call *c, key;
  if (!p->amounts && !(p->amounts = calloc(1, sizeof *p->amounts)))
    return NULL;
  memset(&key, 0, sizeof key.key);
  key.key.comm = a->comm;
  key.key.number = a->number;
  HASH_FIND(hh, p->amounts->table, &key.key, sizeof key.key, c);
  if (c || !(c = calloc(1, sizeof *c)))
    return c;
  c->key = key.key;
  HASH_ADD(hh, p->amounts->table, key, sizeof c->key, c);
  if (c->hh.tbl)
    return c;
  free(c);
  return NULL;
}

/* Returns what is behind the copy. */
static uint64_t *copy(uint64_t *to, const uint64_t *from, size_t n) {
  if (n)
    memcpy(to, from, n * sizeof *to);
  return to + n;
}

void amounts_feed(struct progress *p, const struct event *e) {
  const struct event_amounts *a = &e->u.amounts;
  if (e->call == CALL_Comm_create || e->call == CALL_Comm_create_group) {
    groups_feed(p, e);
    return;
  }
  struct amount_call *c =
      a->number >= 0 && a->number < CALLS_COMPARED && a->me >= 0 ? call_of(p, a) : NULL;
  if (!c || c->parts == PROCESSES)
    return;
  size_t sents = (size_t)a->sents, receives = (size_t)a->receives,
         sent_types = (size_t)a->sent_types, received_types = (size_t)a->received_types;
  uint64_t *all = calloc(sents + receives + sent_types + received_types + 1, sizeof *all);
  if (!all)
    return;
  uint64_t *received = copy(all, a->sent, sents),
           *sent_type = copy(received, a->received, receives),
           *received_type = copy(sent_type, a->sent_type, sent_types);
  copy(received_type, a->received_type, received_types);
  c->part[c->parts++] = (struct amount_part){.rank = e->rank,
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
                                             .received_element = a->received_element,
                                             .sent = all,
                                             .received = received,
                                             .sent_type = sent_type,
                                             .received_type = received_type};
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

void amounts_judge(struct progress *p) {
  for (const struct amount_call *c = p->amounts ? p->amounts->table : NULL; c; c = c->hh.next)
    for (int i = 0; i < c->parts; i++)
      for (int j = 0; j < c->parts; j++)
        compare(p, &c->part[i], &c->part[j]);
}

void amounts_free(struct progress *p) {
  struct amount_call *c, *next;
  if (!p->amounts)
    return;
  HASH_ITER(hh, p->amounts->table, c, next) {
    HASH_DEL(p->amounts->table, c);
    for (int i = 0; i < c->parts; i++)
      free(c->part[i].sent);
    free(c);
  }
  free(p->amounts);
}
