/* peer.c: what other ranks told this one. Messages of one rank come in the order it sent them;
 * each carries the number of its sender's last event and what the sender knew then. */
#include <stdlib.h>
#include "array.h"
#include "batch.h"
#include "clock.h"
#include "peer.h"
#include "queue.h"
#include "round.h"
#include "state.h"

struct peer *peer_get(struct check *c, int32_t rank) {
  struct peer *p = c->peers.last;
  if (p && p->rank == rank)
    return p;
  HASH_FIND(hh, c->peers.table, &rank, sizeof rank, p);
  if (!p) {
    p = calloc(1, sizeof *p);
    if (!p) {
      c->failed = 1;
      return NULL;
    }
    p->rank = rank;
    HASH_ADD(hh, c->peers.table, rank, sizeof p->rank, p);
    if (!check_added(c, p))
      return NULL;
  }
  return c->peers.last = p;
}

static struct clock *head_get(const struct thread_heads *h, unsigned slot) {
  return !slot ? h->first : h->others ? h->others[slot] : NULL;
}

/* Where it is kept; NULL when memory runs out. */
static struct clock **head_place(struct check *c, struct thread_heads *h, unsigned slot) {
  if (slot && !h->others && !(h->others = calloc(THREAD_SLOTS, sizeof(struct clock *))))
    c->failed = 1;
  return !slot ? &h->first : h->others ? &h->others[slot] : NULL;
}

static void heads_free(struct thread_heads *h) {
  clock_drop(h->first);
  for (unsigned i = 0; h->others && i < THREAD_SLOTS; i++)
    clock_drop(h->others[i]);
  free(h->others);
}

struct clock *peer_head(const struct peer *p, uint64_t time) {
  return head_get(&p->heads, thread_slot(time));
}

int peer_knows(const struct peer *p, int32_t rank, uint64_t time) {
  for (unsigned i = 0; i < (p->heads.others ? THREAD_SLOTS : 1); i++) {
    const struct clock *head = head_get(&p->heads, i);
    int itself = rank == p->rank && thread_slot(time) == i;
    if ((head || !i) && (itself ? p->time < time : !clock_knows(head, p->rank, rank, time)))
      return 0;
  }
  return 1;
}

void peer_over(struct check *c, int32_t rank, uint64_t time) {
  struct peer *p = peer_get(c, rank);
  if (!p || time <= p->over[0])
    return;
  p->over[1] = p->over[0];
  p->over[0] = time;
}

void peer_send(struct check *c, int32_t rank, const struct event *e) {
  if (rank < 0 || rank == c->rank)
    return;
  batch_send(c);
  if (e->kind != EVENT_RELEASE)
    c->time.noted = c->time.now;
  if (e->kind != EVENT_OP && e->kind != EVENT_ACCESS &&
      (e->kind != EVENT_DONE || (e->u.done.how & ~DONE_KNOWN) != DONE_REMOTE))
    c->time.settled = c->time.now;
  peer_send_as(c, rank, e,
               &(struct moment){c->clock, c->time.noted, c->time.settled, c->tainted});
}

void peer_send_as(struct check *c, int32_t rank, const struct event *e,
                  const struct moment *m) {
  struct peer *p = c->out.send ? peer_get(c, rank) : NULL;
  if (p && c->threads)
    threads_tell(c, p, m);
  round_sent(c);
  struct clock **before = p ? head_place(c, &p->told, thread_slot(m->time)) : NULL;
  if (!before)
    return;
  struct event told = *e;
  told.sent = 1;
  told.time = m->time;
  told.settled = m->settled;
  told.tainted = (uint8_t)m->tainted;
  told.floor = m->clock ? m->clock->floor : 0;
  told.entries = 0;
  if (m->clock != *before) {
    c->peers.news = check_grow(c, c->peers.news, &c->peers.news_room, m->clock->count,
                               sizeof *c->peers.news);
    if (c->failed)
      return;
    told.entries = clock_news(m->clock, *before, c->peers.news);
    clock_drop(*before);
    *before = clock_hold(m->clock);
  }
  told.entry = c->peers.news;
  c->out.send(c->out.context, rank, &told);
}

static struct channel *channel_get(struct check *c, struct peer *p, uint64_t key) {
  struct channel *ch;
  HASH_FIND(hh, p->channels, &key, sizeof key, ch);
  if (ch)
    return ch;
  ch = calloc(1, sizeof *ch);
  if (!ch) {
    c->failed = 1;
    return NULL;
  }
  ch->key = key;
  HASH_ADD(hh, p->channels, key, sizeof ch->key, ch);
  return check_added(c, ch) ? ch : NULL;
}

void release_free(struct release *r) {
  clock_drop(r->clock);
  r->clock = NULL;
  free(r->ready);
  r->ready = NULL;
}

struct release *release_find(struct check *c, int32_t rank, uint64_t key, uint64_t number,
                             struct channel **channel) {
  struct peer *p = peer_get(c, rank);
  struct channel *ch;
  if (!p)
    return NULL;
  HASH_FIND(hh, p->channels, &key, sizeof key, ch);
  *channel = ch;
  if (!ch || number < ch->first || number - ch->first >= (uint64_t)ch->releases.count)
    return NULL;
  return queue_item(&ch->releases, (int)(number - ch->first), sizeof(struct release));
}

static void take(struct channel *ch, struct release *r) {
  struct release first;
  release_free(r);
  r->taken = 1;
  while (ch->releases.count &&
         ((struct release *)queue_item(&ch->releases, 0, sizeof first))->taken) {
    queue_shift(&ch->releases, &first, sizeof first);
    ch->first++;
  }
}

static void arrive(struct check *c, struct peer *p, const struct event *e, uint64_t time,
                   struct clock *clock) {
  const struct event_edge *x = &e->u.edge;
  struct channel *ch = channel_get(c, p, x->key);
  if (e->flag & RELEASE_VOID) {
    struct release *r = release_find(c, e->rank, x->key, x->number, &ch);
    if (r)
      take(ch, r);
    return;
  }
  struct release r = {.time = time, .clock = clock_hold(clock), .tainted = p->tainted};
  r.asks = (e->flag & RELEASE_BUFFERED) != 0;
  r.from.stack = e->stack;
  r.from.thread = e->thread;
  r.from.call = e->call;
  c->peers.doubt |= (e->flag & RELEASE_DOUBT) != 0;
  if (e->flag & RELEASE_READY)
    r.ready = c->asks.ready_sent(c, e);
  if (!ch || !queue_push(c, &ch->releases, &r, sizeof r))
    release_free(&r);
}

void peer_own(struct check *c, const struct event *e) {
  struct peer *p = peer_get(c, c->rank);
  if (p)
    arrive(c, p, e, c->time.now, c->threads ? c->clock : NULL);
}

void peer_arrive(struct check *c, const struct event *e) {
  struct peer *p = e->rank >= 0 && e->rank != c->rank ? peer_get(c, e->rank) : NULL;
  if (!p)
    return;
  if (e->sent)
    round_came(c, e->time / GENERATION);
  p->time = e->time > p->time ? e->time : p->time;
  p->tainted |= e->tainted;
  p->threaded |= e->kind == EVENT_THREAD;
  struct clock **head = head_place(c, &p->heads, thread_slot(e->time));
  if (head)
    *head = clock_join(*head, p->threaded ? p->rank : -1, e->floor, e->entries, e->entry,
                       &c->failed);
}

void peer_thread(struct check *c, const struct event *e) {
  struct peer *p = e->rank >= 0 ? peer_get(c, e->rank) : NULL;
  struct clock **head = p ? head_place(c, &p->heads, thread_slot(e->time)) : NULL;
  if (!head || !(e->flag & THREAD_ENDS) || !thread_slot(e->time))
    return;
  clock_drop(*head);
  *head = NULL;
}

int peer_was_told(const struct peer *p, unsigned slot) {
  return head_get(&p->told, slot) != NULL;
}

void peer_forget_thread(struct peer *p, unsigned slot) {
  clock_drop(p->told.others[slot]);
  p->told.others[slot] = NULL;
}

void peer_woke(struct check *c, const struct event *e) {
  struct peer *p = e->rank >= 0 ? peer_get(c, e->rank) : NULL;
  for (int32_t i = 0; p && i < e->u.woke.counts; i++) {
    struct channel *ch = channel_get(c, p, e->u.woke.counted[i].key);
    if (!ch)
      return;
    ch->first = e->u.woke.counted[i].number;
  }
}

uint64_t check_unreleased(struct check *c, int32_t rank, uint64_t key) {
  struct channel *ch = NULL;
  release_find(c, rank, key, 0, &ch);
  return ch ? ch->first : 0;
}

void peer_release(struct check *c, const struct event *e) {
  struct peer *p = e->rank >= 0 ? peer_get(c, e->rank) : NULL;
  if (p)
    arrive(c, p, e, e->time, peer_head(p, e->time));
}

int peer_released(struct check *c, int32_t rank, uint64_t key, uint64_t number) {
  struct channel *ch = NULL;
  struct release *r = release_find(c, rank, key, number, &ch);
  return r || (ch && number < ch->first);
}

void peer_learn(struct check *c, int32_t rank, uint64_t time, const struct clock *k) {
  c->asks.learned(c);
  c->clock = clock_merge(c->clock, threads_own(c), k, &c->failed);
  if (rank != c->rank && k)
    threads_heard(c, k->floor);
  c->clock = clock_add(c->clock, threads_own(c), rank, time, &c->failed);
}

static void channel_free(struct peer *p, struct channel *ch) {
  HASH_DEL(p->channels, ch);
  for (int i = 0; i < ch->releases.count; i++)
    release_free(queue_item(&ch->releases, i, sizeof(struct release)));
  queue_free(&ch->releases);
  free(ch);
}

static void tell_taken(struct check *c, int32_t rank, uint64_t key, uint64_t number) {
  struct event e = {.kind = EVENT_TAKEN, .rank = c->rank, .target = -1};
  e.u.edge = (struct event_edge){.rank = rank, .key = key, .number = number};
  peer_send(c, rank, &e);
}

/* If a release was acquired by an upper bound of its number, it may be any earlier message. */
static void tell_before(struct check *c, int32_t rank, struct channel *ch, uint64_t number) {
  uint64_t come = ch->first + (uint64_t)ch->releases.count;
  uint64_t n = ch->told < ch->first ? ch->first : ch->told;
  for (; n < number && n < come; n++) {
    struct release *r = queue_item(&ch->releases, (int)(n - ch->first), sizeof *r);
    if (r->asks && !r->taken)
      tell_taken(c, rank, ch->key, n);
    r->asks = 0;
  }
  ch->told = n;
}

/* Releases that nobody acquires (their message was never received) stay. */
void peer_acquire(struct check *c, int32_t rank, uint64_t key, uint64_t number, int flag) {
  struct channel *ch;
  struct release *r = release_find(c, rank, key, number, &ch);
  if (flag & EDGE_BOUND && ch)
    tell_before(c, rank, ch, number);
  flag &= EDGE_LAST | EDGE_FORGET;
  if (!r) { /* the sender was dormant, but this rank has heard of it */
    c->asks.learned(c);
    return;
  }
  if (flag != EDGE_FORGET && (rank != c->rank || c->threads)) {
    peer_learn(c, rank, r->time, r->clock);
    c->tainted |= r->tainted;
    if (r->asks && rank != c->rank)
      tell_taken(c, rank, key, number);
  }
  take(ch, r);
  if (flag && !ch->releases.count)
    channel_free(peer_get(c, rank), ch);
}

void peers_free(struct check *c) {
  struct peer *p, *next;
  struct channel *ch, *after;
  HASH_ITER(hh, c->peers.table, p, next) {
    HASH_ITER(hh, p->channels, ch, after) {
      channel_free(p, ch);
    }
    heads_free(&p->heads);
    heads_free(&p->told);
    HASH_DEL(c->peers.table, p);
    free(p);
  }
  free(c->peers.news);
}
