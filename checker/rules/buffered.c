/* buffered.c: sends in buffered mode need room in the attached buffer: MPI_Pack_size and
 * MPI_BSEND_OVERHEAD for every message that is not delivered yet (section 3.6). The program can
 * know that a message was delivered only from something that the receiver did after receiving
 * it. So the receiver tells when it received the message. */
#include <stdlib.h>
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "buffered.h"

/* A message in the buffer. */
struct buffered {
  struct buffered_key {
    uint64_t key, number; /* of its release */
    int64_t rank;         /* where it goes */
  } key;
  int64_t size;   /* with the overhead */
  uint64_t known; /* the last event of the receiver that this rank knew when it sent */
  uint64_t taken; /* the receiver's event when it took the message; 0: not heard of */
  UT_hash_handle hh;
};

static void forget(struct check *c, struct buffered *m) {
  HASH_DEL(c->buffered.table, m);
  c->buffered.size -= m->size;
  free(m);
}

void buffered_free(struct check *c) {
  struct buffered *m, *next;
  HASH_ITER(hh, c->buffered.table, m, next) {
    forget(c, m);
  }
}

/* Returns whether this rank may know that the message was delivered. It may know a later event
 * of the receiver before that one has told when it received the message. And values that atomic
 * operations have read may tell the program more than the clock shows. */
static int delivered(struct check *c, const struct buffered *m) {
  int32_t rank = (int32_t)m->key.rank;
  uint64_t now = clock_last(c->clock, rank);
  if (m->taken && now >= m->taken)
    return 1;
  const struct peer *p = now > m->known ? peer_get(c, rank) : NULL;
  return p && (now > p->time || c->tainted);
}

/* Forgets the messages that are known to be delivered. */
static void settle(struct check *c) {
  struct buffered *m, *next;
  HASH_ITER(hh, c->buffered.table, m, next) {
    if (delivered(c, m))
      forget(c, m);
  }
}

static struct buffered *find(const struct check *c, int32_t rank, uint64_t key,
                             uint64_t number) {
  const struct buffered_key k = {key, number, rank};
  struct buffered *m;
  HASH_FIND(hh, c->buffered.table, &k, sizeof k, m);
  return m;
}

/* Nothing tells when a message to this process itself, or to MPI_PROC_NULL, is received. */
static void add(struct check *c, const struct event_buffer *b) {
  if (b->rank < 0 || b->rank == c->rank || find(c, b->rank, b->key, b->number))
    return;
  struct buffered *m = calloc(1, sizeof *m);
  if (!m) {
    c->failed = 1;
    return;
  }
  m->key = (struct buffered_key){b->key, b->number, b->rank};
  m->size = b->size;
  m->known = clock_last(c->clock, b->rank);
  HASH_ADD(hh, c->buffered.table, key, sizeof m->key, m);
  if (check_added(c, m))
    c->buffered.size += m->size;
}

void buffered_taken(struct check *c, const struct event *e) {
  struct buffered *m = find(c, e->rank, e->u.edge.key, e->u.edge.number);
  if (m)
    m->taken = e->time;
}

void buffered_void(struct check *c, const struct event_edge *x) {
  struct buffered *m = find(c, x->rank, x->key, x->number);
  if (m)
    forget(c, m);
}

static void claim_send(struct check *c, const struct event *e, struct finding f) {
  struct site s = site_of(NULL, e);
  claim_site(&f, NULL, &s, ROLE_BUFFERED_SEND);
  if (c->buffered.attached)
    claim_site(&f, NULL, &c->buffered.attach, ROLE_BUFFER_ATTACHED);
  claim_out(c, &f);
}

static struct finding too_small(const struct check *c, const struct event *e) {
  return claim(BSEND_TOO_SMALL, NULL, call_name(e->call), (long long)e->u.buffer.size,
               (long long)c->buffered.attached_size);
}

static struct finding undelivered(const struct check *c, const struct event *e) {
  struct finding f = claim(BSEND_UNDELIVERED, NULL, (long long)c->buffered.attached_size,
                           (int)HASH_COUNT(c->buffered.table), (long long)c->buffered.size,
                           call_name(e->call), (long long)e->u.buffer.size);
  f.confidence = SCHEDULE;
  return f;
}

static void send(struct check *c, const struct event *e) {
  const struct event_buffer *b = &e->u.buffer;
  if (!c->buffered.attached) {
    claim_send(c, e, claim(BSEND_NO_BUFFER, NULL, call_name(e->call), (long long)b->size));
    return;
  }
  int64_t room = c->buffered.attached_size - b->size;
  if (room < 0) {
    claim_send(c, e, too_small(c, e));
    return;
  }
  if (c->buffered.size > room)
    settle(c);
  if (c->buffered.size > room) {
    claim_send(c, e, undelivered(c, e));
    buffered_free(c); /* messages that follow are not reported again */
  }
  add(c, b);
}

/* The library had no room for the message. */
static void refused(struct check *c, const struct event *e) {
  if (c->buffered.attached && e->u.buffer.size <= c->buffered.attached_size)
    claim_send(c, e,
               claim(BSEND_REFUSED, NULL, call_name(e->call),
                     (long long)c->buffered.attached_size, (long long)e->u.buffer.size));
}

static void attach(struct check *c, const struct event *e) {
  struct site s = site_of(NULL, e);
  if (c->buffered.attached && e->phase == EVENT_ENTER) {
    struct finding f = claim(BSEND_ATTACH_TWICE, NULL, call_name(e->call),
                             (long long)c->buffered.attached_size);
    claim_site(&f, NULL, &s, ROLE_BUFFER_ATTACHED_AGAIN);
    claim_site(&f, NULL, &c->buffered.attach, ROLE_BUFFER_ATTACHED);
    claim_out(c, &f);
  } else if (e->phase == EVENT_LEAVE && e->ok) {
    c->buffered.attached = 1;
    c->buffered.attached_size = e->u.buffer.size;
    c->buffered.attach = s;
  }
}

void buffered_feed(struct check *c, const struct event *e) {
  if (e->rank != c->rank || e->u.buffer.size < 0)
    return;
  switch (e->u.buffer.what) {
  case BUFFER_ATTACH:
    attach(c, e);
    break;
  case BUFFER_SEND:
    if (e->phase == EVENT_ENTER)
      send(c, e);
    else if (!e->ok)
      refused(c, e);
    break;
  case BUFFER_FLUSH:
    if (e->phase == EVENT_LEAVE && e->ok)
      buffered_free(c);
    break;
  default: /* MPI_Buffer_detach returns when all messages were delivered */
    if (e->phase == EVENT_LEAVE && e->ok) {
      c->buffered.attached = 0;
      buffered_free(c);
    }
    break;
  }
}
