/* buffered.c: sends in buffered mode need room in the attached buffer: MPI_Pack_size and
 * MPI_BSEND_OVERHEAD for every message that is not delivered (section 3.6). That a message was
 * delivered the program can know only from something the receiver did after it had received it:
 * the receiver tells when that was. */
#include <stddef.h>
#include "clock.h"
#include "state.h"

/* A message in the buffer. */
struct buffered {
  int32_t rank;   /* where it goes; -1: nothing will tell that it was received */
  int64_t size;   /* with the overhead */
  uint64_t known; /* the last event of the receiver that was known when it was sent */
  uint64_t key, number; /* of its release */
  uint64_t taken;       /* the receiver's event; 0: not heard of */
};

/* Whether this rank may know that it was delivered. It may know of a later event of the
 * receiver before it has heard from it what that one had received by then; and what atomic
 * operations have read may tell it more than the clock. */
static int delivered(struct check *c, const struct buffered *m) {
  uint64_t now = m->rank < 0 ? 0 : clock_at(c->clock, m->rank);
  if (m->rank < 0 || (m->taken && now >= m->taken))
    return 1;
  const struct peer *p = now > m->known ? peer_get(c, m->rank) : NULL;
  return p && (now > p->time || c->tainted);
}

/* Counts those of which nothing says that they were delivered, and forgets the others. */
static int64_t occupied(struct check *c) {
  int64_t sum = 0;
  for (int i = c->buffered.count; i > 0; i--) {
    struct buffered m;
    queue_shift(&c->buffered, &m, sizeof m);
    if (delivered(c, &m))
      continue;
    sum += m.size;
    queue_push(c, &c->buffered, &m, sizeof m);
  }
  return sum;
}

static struct buffered *find(const struct check *c, int32_t rank, uint64_t key,
                             uint64_t number) {
  for (int i = 0; i < c->buffered.count; i++) {
    struct buffered *m = queue_item(&c->buffered, i, sizeof *m);
    if (m->rank == rank && m->key == key && m->number == number)
      return m;
  }
  return NULL;
}

void buffered_taken(struct check *c, const struct event *e) {
  struct buffered *m = find(c, e->rank, e->u.edge.key, e->u.edge.number);
  if (m)
    m->taken = e->time;
}

void buffered_void(struct check *c, const struct event_edge *x) {
  struct buffered *m = find(c, x->rank, x->key, x->number);
  if (m)
    m->rank = -1;
}

static void claim_send(struct check *c, const struct event *e, struct finding f) {
  struct site s = site_of(NULL, e);
  claim_site(&f, NULL, &s, "buffered send");
  if (c->attached)
    claim_site(&f, NULL, &c->attach, "buffer attached here");
  claim_out(c, &f);
}

static struct finding too_small(const struct check *c, const struct event *e) {
  return claim(SLUG_BSEND_TOO_SMALL, NULL,
               "%s needs %lld bytes of buffer for its message (MPI_Pack_size and "
               "MPI_BSEND_OVERHEAD), but the attached buffer has %lld bytes.",
               call_name(e->call), (long long)e->u.buffer.size, (long long)c->attached_size);
}

static void send(struct check *c, const struct event *e) {
  const struct event_buffer *b = &e->u.buffer;
  int64_t before = occupied(c); /* no more than the buffer has */
  int32_t to = b->rank == c->rank ? -1 : b->rank;
  struct buffered m = {.rank = to, .size = b->size, .key = b->key, .number = b->number};
  m.known = to < 0 ? 0 : clock_at(c->clock, to);
  if (!c->attached) {
    claim_send(c, e,
               claim(SLUG_BSEND_NO_BUFFER, NULL,
                     "%s is called, but no buffer is attached; the message needs %lld bytes.",
                     call_name(e->call), (long long)b->size));
    return;
  }
  if (b->size > c->attached_size) {
    claim_send(c, e, too_small(c, e));
    return;
  }
  if (before > c->attached_size - b->size) {
    struct finding f =
        claim(SLUG_BSEND_UNDELIVERED, NULL,
              "The buffer of %lld bytes holds %d messages, %lld bytes with their overhead, "
              "that nothing tells the sender were received; %s needs %lld bytes more.",
              (long long)c->attached_size, c->buffered.count, (long long)before,
              call_name(e->call), (long long)b->size);
    f.confidence = SCHEDULE;
    claim_send(c, e, f);
    queue_free(&c->buffered); /* not again for each that follows */
  }
  queue_push(c, &c->buffered, &m, sizeof m);
}

/* The library had no room. */
static void refused(struct check *c, const struct event *e) {
  if (c->attached && e->u.buffer.size <= c->attached_size)
    claim_send(
        c, e,
        claim(SLUG_BSEND_TOO_SMALL, NULL,
              "The library refuses %s: the attached buffer of %lld bytes has no room for "
              "the %lld bytes of its message beside those that are not delivered.",
              call_name(e->call), (long long)c->attached_size, (long long)e->u.buffer.size));
}

static void attach(struct check *c, const struct event *e) {
  struct site s = site_of(NULL, e);
  if (c->attached && e->phase == EVENT_ENTER) {
    struct finding f = claim(SLUG_BSEND_ATTACH_TWICE, NULL,
                             "%s is called while a buffer of %lld bytes is attached.",
                             call_name(e->call), (long long)c->attached_size);
    claim_site(&f, NULL, &s, "attached again");
    claim_site(&f, NULL, &c->attach, "buffer attached here");
    claim_out(c, &f);
  } else if (e->phase == EVENT_LEAVE && e->ok) {
    c->attached = 1;
    c->attached_size = e->u.buffer.size;
    c->attach = s;
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
  default: /* MPI_Buffer_detach returns when all were delivered */
    if (e->phase == EVENT_LEAVE && e->ok) {
      c->attached = 0;
      queue_free(&c->buffered);
    }
    break;
  }
}
