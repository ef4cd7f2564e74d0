/* buffered.c: sends in buffered mode need room in the attached buffer: MPI_Pack_size and
 * MPI_BSEND_OVERHEAD for every message that is not delivered (section 3.6). That a message was
 * delivered the program can know only from something the receiver did after it was sent. */
#include "clock.h"
#include "state.h"

/* A message in the buffer. */
struct buffered {
  int32_t rank;   /* where it goes; -1: a process of another world */
  int64_t size;   /* with the overhead */
  uint64_t known; /* the last event of the receiver that was known when it was sent */
};

/* Counts those of which nothing says that they were delivered, and forgets the others. */
static int64_t occupied(struct check *c) {
  int64_t sum = 0;
  for (int i = c->buffered.count; i > 0; i--) {
    struct buffered m;
    queue_shift(&c->buffered, &m, sizeof m);
    if (m.rank < 0 || clock_at(c->clock, m.rank) > m.known)
      continue;
    sum += m.size;
    queue_push(c, &c->buffered, &m, sizeof m);
  }
  return sum;
}

int buffered_for(const struct check *c, int32_t rank) {
  for (int i = 0; i < c->buffered.count; i++)
    if (((const struct buffered *)queue_item(&c->buffered, i, sizeof(struct buffered)))->rank ==
        rank)
      return 1;
  return 0;
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
  struct buffered m = {b->rank, b->size, b->rank < 0 ? 0 : clock_at(c->clock, b->rank)};
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
