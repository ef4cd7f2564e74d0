/* mismatch.c: messages that do not fit their receives: longer than there is room for, or made
 * of other types (sections 3.2.4 and 3.3.1). The number-th message that one process has sent to
 * another under a key is the one that the number-th receive has taken, so runs of sends and of
 * receives are compared where their numbers overlap. */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/basic_name.h"
#include "checker/tell/sentence.h"
#include "include/basic.h"
#include "include/call.h"
#include "include/check.h"
#include "include/hash.h"
#include "made_of.h"
#include "mismatch.h"

struct letter_run {
  uint64_t number, end; /* of its messages; end excluded */
  int32_t rank, thread;
  uint32_t stack;
  uint16_t call;
  struct made_of data;
  uint8_t truncated; /* of the messages from `number` on one may be too long; else nothing is
                        known */
  int64_t bytes;
};

/* All messages of one key from one rank to another; or receives with wildcards, one of which
 * may have been too short. */
struct letter_pair {
  struct letter_way {
    int64_t from, to; /* from: -1 of any source */
    uint64_t key;     /* 0: of any tag */
  } way;
  struct letter_side {
    struct letter_run *run;
    size_t runs, room;
  } side[2]; /* sent, received */
  UT_hash_handle hh;
};

/* Two lines that were told of already. */
struct told_mismatch {
  struct {
    int32_t slug;
    uint16_t call[2];
    uint32_t stack[2];
    int32_t rank[2]; /* stacks are only unique within a rank */
  } key;
  UT_hash_handle hh;
};

struct mismatches {
  struct letter_pair *pairs;
  struct told_mismatch *told;
};

static struct letter_pair *pair_of(struct mismatches *m, const struct letter_way *way) {
  struct letter_pair *pair;
  HASH_FIND(hh, m->pairs, way, sizeof *way, pair);
  if (pair || !(pair = calloc(1, sizeof *pair)))
    return pair;
  pair->way = *way;
  HASH_ADD(hh, m->pairs, way, sizeof pair->way, pair);
  if (pair->hh.tbl)
    return pair;
  free(pair);
  return NULL;
}

static struct letter_run run_of(const struct event *e) {
  const struct event_letters *l = &e->u.letters;
  return (struct letter_run){.number = l->number,
                             .end = l->number + l->count,
                             .rank = e->rank,
                             .thread = e->thread,
                             .stack = e->stack,
                             .call = e->call,
                             .data = made_of(l->basic, l->element, l->part, l->parts),
                             .truncated = l->truncated,
                             .bytes = l->bytes};
}

void letter_feed(struct progress *p, const struct event *e) {
  const struct event_letters *l = &e->u.letters;
  struct letter_way way = {l->received ? l->other : e->rank, l->received ? e->rank : l->other,
                           l->key};
  if (!p->mismatches)
    p->mismatches = calloc(1, sizeof *p->mismatches);
  struct letter_pair *pair = p->mismatches ? pair_of(p->mismatches, &way) : NULL;
  if (!pair || !l->count || l->number + l->count < l->number)
    return;
  struct letter_side *side = &pair->side[l->received != 0];
  if (side->runs == side->room) {
    size_t room = side->room ? side->room * 2 : 2;
    struct letter_run *more = realloc(side->run, room * sizeof *more);
    if (!more)
      return;
    side->run = more;
    side->room = room;
  }
  side->run[side->runs++] = run_of(e);
}

/* Returns the kind of finding, SLUGS if the message fits. */
static enum slug misfit(const struct letter_run *sent, const struct letter_run *received) {
  if (sent->bytes > received->bytes)
    return SLUG_MESSAGE_TRUNCATED;
  if (sent->bytes <= 0 || received->truncated)
    return SLUGS;
  struct difference d;
  if (!made_alike(&sent->data, &received->data, sent->bytes, &d))
    return SLUG_MESSAGE_TYPE;
  int bytes = (sent->data.basic == BASIC_BYTE) + (received->data.basic == BASIC_BYTE);
  unsigned other = sent->data.basic == BASIC_BYTE ? received->data.basic : sent->data.basic;
  return bytes == 1 && other && other != BASIC_PACKED ? SLUG_MESSAGE_BYTES : SLUGS;
}

static int is_told(struct mismatches *m, enum slug slug, const struct letter_run *sent,
                   const struct letter_run *received) {
  struct told_mismatch *t, key;
  memset(&key, 0, sizeof key);
  key.key.slug = (int32_t)slug;
  key.key.call[0] = sent->call;
  key.key.call[1] = received->call;
  key.key.stack[0] = sent->stack;
  key.key.stack[1] = received->stack;
  key.key.rank[0] = sent->rank;
  key.key.rank[1] = received->rank;
  HASH_FIND(hh, m->told, &key.key, sizeof key.key, t);
  if (t || !(t = malloc(sizeof *t)))
    return 1;
  *t = key;
  HASH_ADD(hh, m->told, key, sizeof t->key, t);
  if (t->hh.tbl)
    return 0;
  free(t);
  return 1;
}

static struct progress_place place_of(const struct letter_run *r, enum location_role role) {
  return (struct progress_place){r->rank, r->thread, r->stack, r->call, role_text(role), ""};
}

static void type_words(struct sentence *text, const struct letter_run *sent,
                       const struct letter_run *received) {
  const char *send = call_name(sent->call), *receive = call_name(received->call);
  struct difference d;
  made_alike(&sent->data, &received->data, sent->bytes, &d);
  if (sent->data.parts || received->data.parts)
    sentence_add(text, OTHER_ELEMENT_SENT, receive, received->rank, basic_name(d.other),
                 (long long)d.index + 1, send, sent->rank, basic_name(d.one));
  else
    sentence_add(text, OTHER_TYPE_SENT, receive, received->rank, basic_name(d.other), send,
                 sent->rank, basic_name(d.one));
}

static void words(struct sentence *text, enum slug slug, const struct letter_run *sent,
                  const struct letter_run *received) {
  const char *send = call_name(sent->call), *receive = call_name(received->call);
  if (slug == SLUG_MESSAGE_TRUNCATED)
    sentence_add(text, LONGER_THAN_ROOM, receive, received->rank, (long long)received->bytes,
                 send, sent->rank, (long long)sent->bytes);
  else if (slug == SLUG_MESSAGE_TYPE)
    type_words(text, sent, received);
  else
    sentence_add(text, BYTES_ON_ONE_SIDE, receive, received->rank,
                 basic_name(received->data.basic), send, sent->rank,
                 basic_name(sent->data.basic));
}

static void compare(struct progress *p, const struct letter_run *sent,
                    const struct letter_run *received) {
  enum slug slug = misfit(sent, received);
  struct sentence text = {0};
  if (slug == SLUGS || is_told(p->mismatches, slug, sent, received))
    return;
  words(&text, slug, sent, received);
  struct progress_finding f = {
      .slug = slug,
      .rank = received->rank,
      .message = text.text,
      .places = 2,
      .place = {place_of(received, ROLE_STEP_RECEIVE), place_of(sent, ROLE_STEP_SEND)}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

static int by_number(const void *a, const void *b) {
  const struct letter_run *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void compare_pair(struct progress *p, struct letter_pair *pair) {
  struct letter_side *sent = &pair->side[0], *received = &pair->side[1];
  if (!sent->runs || !received->runs)
    return;
  qsort(sent->run, sent->runs, sizeof *sent->run, by_number);
  qsort(received->run, received->runs, sizeof *received->run, by_number);
  for (size_t r = 0, s = 0; r < received->runs; r++) {
    const struct letter_run *b = &received->run[r];
    while (s < sent->runs && sent->run[s].end <= b->number)
      s++;
    for (size_t i = s; i < sent->runs && sent->run[i].number < b->end; i++)
      if (b->number < sent->run[i].end)
        compare(p, &sent->run[i], b);
  }
}

/* Returns the bytes that there is room for in the widest receive that is known of the rank. */
static int64_t widest(const struct mismatches *m, int64_t rank) {
  int64_t most = 0;
  for (const struct letter_pair *pair = m->pairs; pair; pair = pair->hh.next)
    for (size_t i = 0; pair->way.to == rank && i < pair->side[1].runs; i++)
      if (pair->side[1].run[i].bytes > most)
        most = pair->side[1].run[i].bytes;
  return most;
}

static int is_any(const struct letter_way *way) {
  return way->from < 0 || !way->key;
}

static int takes(const struct letter_way *any, const struct letter_way *way) {
  return any->to == way->to && (any->from < 0 || any->from == way->from) &&
         (!any->key || any->key == way->key);
}

/* Which message a receive with wildcards was given when it ended the program is not known: one
 * that fits into none of the process's receives, the last such one of a process. */
static void judge_any(struct progress *p, const struct letter_pair *any) {
  int64_t most = widest(p->mismatches, any->way.to);
  for (const struct letter_pair *pair = p->mismatches->pairs; pair; pair = pair->hh.next) {
    const struct letter_run *last = NULL;
    for (size_t i = 0; takes(&any->way, &pair->way) && i < pair->side[0].runs; i++) {
      const struct letter_run *sent = &pair->side[0].run[i];
      if (sent->bytes > most && (!last || sent->number > last->number))
        last = sent;
    }
    for (size_t i = 0; last && i < any->side[1].runs; i++)
      compare(p, last, &any->side[1].run[i]);
  }
}

void mismatch_judge(struct progress *p) {
  for (struct letter_pair *pair = p->mismatches ? p->mismatches->pairs : NULL; pair;
       pair = pair->hh.next)
    if (is_any(&pair->way))
      judge_any(p, pair);
    else
      compare_pair(p, pair);
}

static void free_side(struct letter_side *side) {
  for (size_t i = 0; i < side->runs; i++)
    made_of_free(&side->run[i].data);
  free(side->run);
}

static uint64_t end_of(const struct letter_side *side) {
  uint64_t end = 0;
  for (size_t i = 0; i < side->runs; i++)
    end = side->run[i].end > end ? side->run[i].end : end;
  return end;
}

/* Returns whether messages were sent that the other side is not known to have received; then
 * where the last one was. */
static int is_stray(const struct letter_pair *pair, struct progress_place *sent) {
  uint64_t end = end_of(&pair->side[0]);
  if (end <= end_of(&pair->side[1]))
    return 0;
  for (size_t i = 0; i < pair->side[0].runs; i++)
    if (pair->side[0].run[i].end == end)
      *sent = place_of(&pair->side[0].run[i], ROLE_STRAY_SEND);
  return 1;
}

static int is_awaited(const struct letter_pair *pair, const struct event_await *a) {
  for (int32_t i = 0; i < a->messages; i++)
    if (!a->message[i].send && a->message[i].rank == pair->way.from &&
        a->message[i].key == pair->way.key)
      return 1;
  return 0;
}

static int is_like(const struct event_message *a, const struct event_message *b) {
  return a->send == b->send && a->rank == b->rank && a->key == b->key;
}

/* Receives of one key are numbered in the order in which they were posted, and those that are
 * waited for count as the last ones. */
static int is_unsent(const struct progress *p, int32_t to, const struct event_await *a,
                     int32_t i) {
  const struct event_message *m = &a->message[i];
  struct letter_way way = {m->rank, to, m->key};
  struct letter_pair *pair = NULL;
  uint64_t before = 0, alike = 0;
  for (int32_t k = 0; k < a->messages; k++) {
    alike += is_like(&a->message[k], m) != 0;
    before += k < i && is_like(&a->message[k], m);
  }
  if (p->mismatches)
    HASH_FIND(hh, p->mismatches->pairs, &way, sizeof way, pair);
  uint64_t sent = pair ? end_of(&pair->side[0]) : 0, posted = pair ? end_of(&pair->side[1]) : 0;
  return sent <= before + (posted > alike ? posted - alike : 0);
}

const struct event_message *mismatch_unsent(const struct progress *p, int32_t to,
                                            const struct event_await *a) {
  for (int32_t i = 0; i < a->messages; i++)
    if (!a->message[i].send && a->message[i].key && is_unsent(p, to, a, i))
      return &a->message[i];
  return NULL;
}

int mismatch_other_key(const struct progress *p, int32_t to, const struct event_await *a,
                       const struct event_message *m, struct progress_place *sent) {
  const struct letter_pair *pair = p->mismatches ? p->mismatches->pairs : NULL;
  for (; pair; pair = pair->hh.next)
    if (pair->way.from == m->rank && pair->way.to == to && pair->way.key != m->key &&
        !is_awaited(pair, a) && is_stray(pair, sent))
      return 1;
  return 0;
}

int mismatch_other_source(const struct progress *p, int32_t to, const struct event_await *a,
                          const struct event_message *m, struct progress_place *sent) {
  const struct letter_pair *pair = p->mismatches ? p->mismatches->pairs : NULL;
  for (; pair; pair = pair->hh.next)
    if (pair->way.from != m->rank && pair->way.to == to && pair->way.key == m->key &&
        !is_awaited(pair, a) && is_stray(pair, sent))
      return 1;
  return 0;
}

int mismatch_other_target(const struct progress *p, int32_t to, const struct event_message *m,
                          int32_t *target, struct progress_place *sent) {
  const struct letter_pair *pair = p->mismatches ? p->mismatches->pairs : NULL;
  for (; pair; pair = pair->hh.next)
    if (pair->way.from == m->rank && pair->way.to != to && pair->way.key == m->key &&
        is_stray(pair, sent)) {
      *target = pair->way.to;
      return 1;
    }
  return 0;
}

void mismatch_free(struct progress *p) {
  struct letter_pair *pair, *after;
  struct told_mismatch *told, *next;
  if (!p->mismatches)
    return;
  HASH_ITER(hh, p->mismatches->pairs, pair, after) {
    HASH_DEL(p->mismatches->pairs, pair);
    free_side(&pair->side[0]);
    free_side(&pair->side[1]);
    free(pair);
  }
  HASH_ITER(hh, p->mismatches->told, told, next) {
    HASH_DEL(p->mismatches->told, told);
    free(told);
  }
  free(p->mismatches);
}
