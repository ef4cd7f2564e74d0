#include "stream.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "delta.h"
#include "inbox.h"
#include "ring.h"
#include "small_event.h"
#include "interpose/base/world.h"

/* Bytes of a small chunk: most chunks hold a few small events. */
#define SMALL 320
/* Events that nobody waits for may wait to be sent, up to this number. */
#define WAITING_MOST 4096

struct chunk {
  struct chunk *next;
  MPI_Request request;
  int length, room;
  unsigned char bytes[];
};

struct lane {        /* to one rank */
  struct lane *next; /* the next lane that has an open chunk */
  int urgent;
  struct chunk *full, *full_last; /* to be sent before */
  struct chunk *open;
  struct chunk *first, *last; /* on their way */
  struct delta *delta;
  struct known_clock clock;
  uint64_t sent;
  uint32_t messages;     /* of these, the ones sent by MPI */
  _Atomic uint8_t *mark; /* set once everything posted so far is sent; NULL: none */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct lane *lanes;
static int lane_count;
static struct lane *_Atomic dirty;
static _Atomic int urgent;      /* some of them are */
static size_t waiting;          /* bytes in chunks that were not sent yet */
static struct chunk *unused[2]; /* unused chunks, small and large ones */
static int failed;

/* Called with the lock. `lanes` stays NULL when memory runs out. */
static void lanes_make(void) {
  if (lanes || !(lanes = calloc((size_t)world.size, sizeof *lanes)))
    return;
  lane_count = world.size;
  for (int r = 0; r < world.size; r++)
    lanes[r].clock.sender = world.rank;
}

static struct chunk *chunk_get(int room) {
  struct chunk **from = &unused[room > SMALL], *c = *from;
  if (c)
    *from = c->next;
  else
    c = malloc(sizeof *c + (size_t)room);
  if (c) {
    c->length = 0;
    c->room = room;
  }
  return c;
}

static void chunk_put(struct chunk *c) {
  struct chunk **to = &unused[c->room > SMALL];
  c->next = *to;
  *to = c;
}

/* Takes back chunks that were delivered. */
static void lane_sweep(struct lane *l) {
  int done = 1;
  while (l->first) {
    struct chunk *c = l->first;
    REAL(Test)(&c->request, &done, MPI_STATUS_IGNORE);
    if (!done)
      return;
    l->first = c->next;
    chunk_put(c);
  }
}

static void chunk_add(struct chunk **first, struct chunk **last, struct chunk *c) {
  c->next = NULL;
  if (*first)
    (*last)->next = c;
  else
    *first = c;
  *last = c;
}

static void lane_send(struct lane *l, struct chunk *c) {
  int rank = (int)(l - lanes);
  if (ring_put(rank, c->bytes, (size_t)c->length, l->messages)) {
    l->sent++;
    chunk_put(c);
    return;
  }
  ring_message(rank);
  if (!world_reaches(rank)) { /* a world that this one had joined */
    chunk_put(c);
    return;
  }
  if (REAL(Isend)(c->bytes, c->length, MPI_BYTE, world_place(rank), STREAM_TAG, world.comm,
                  &c->request)) {
    failed = 1;
    chunk_put(c);
    return;
  }
  l->sent++;
  l->messages++;
  chunk_add(&l->first, &l->last, c);
}

static void lane_close(struct lane *l) {
  chunk_add(&l->full, &l->full_last, l->open);
  l->open = NULL;
}

static void lane_start(struct lane *l) {
  while (l->full) {
    struct chunk *c = l->full;
    l->full = c->next;
    lane_send(l, c);
  }
  if (l->open)
    lane_send(l, l->open);
  l->open = NULL;
  l->urgent = 0;
  if (l->mark)
    atomic_store_explicit(l->mark, 1, memory_order_release);
  l->mark = NULL;
}

static void lane_open(struct lane *l, int room) {
  l->open = chunk_get(room);
  failed |= !l->open;
}

/* Makes room for `n` more bytes in the open chunk: in a larger chunk, or in a new one after
 * it. */
static int lane_room(struct lane *l, int n) {
  struct chunk *c = l->open;
  if (c && c->room - c->length >= n)
    return 1;
  if (c && c->room == SMALL && c->length + n <= STREAM_CHUNK) {
    lane_open(l, STREAM_CHUNK);
    if (l->open) {
      memcpy(l->open->bytes, c->bytes, (size_t)(l->open->length = c->length));
      chunk_put(c);
    } else {
      l->open = c;
    }
    return !failed;
  }
  if (c)
    lane_close(l);
  lane_open(l, n <= SMALL ? SMALL : STREAM_CHUNK);
  return !failed;
}

static void lane_write(struct lane *l, const unsigned char *bytes, size_t n) {
  while (n && !failed) {
    if (!l->open || l->open->length == l->open->room)
      if (!lane_room(l, n < SMALL ? (int)n : SMALL + 1))
        return;
    size_t part = (size_t)(l->open->room - l->open->length);
    part = part < n ? part : n;
    memcpy(l->open->bytes + l->open->length, bytes, part);
    l->open->length += (int)part;
    bytes += part;
    n -= part;
  }
}

static void post_long(struct lane *l, const struct event *e, size_t n) {
  unsigned char *bytes = malloc(n + DELTA_HEAD);
  if (!bytes) {
    failed = 1;
    return;
  }
  delta_head(bytes, n);
  event_encode(e, bytes + DELTA_HEAD, n);
  lane_write(l, bytes, n + DELTA_HEAD);
  free(bytes);
}

static void post_middle(struct lane *l, const struct event *e, size_t n) {
  struct chunk *c = l->open;
  delta_head(c->bytes + c->length, n);
  event_encode(e, c->bytes + c->length + DELTA_HEAD, n);
  c->length += (int)n + DELTA_HEAD;
}

/* Returns 0 if the event needs the codec. */
static int post_small(struct lane *l, const struct event *e) {
  unsigned char record[SMALL_EVENT_MOST];
  size_t n = small_event_may(e) ? small_event_pack(&l->clock, e, record) : 0;
  if (n && lane_room(l, (int)n)) {
    memcpy(l->open->bytes + l->open->length, record, n);
    l->open->length += (int)n;
  }
  return n != 0;
}

static void post_coded(struct lane *l, const struct event *e) {
  unsigned char event[DELTA_MOST], packed[DELTA_MOST + 1];
  size_t n = event_encode(e, event, sizeof event);
  if (!l->delta && !(l->delta = calloc(1, sizeof *l->delta))) {
    failed = 1;
  } else if (n <= DELTA_MOST) {
    size_t k = delta_pack(l->delta, event, n, packed);
    if (lane_room(l, (int)k)) {
      memcpy(l->open->bytes + l->open->length, packed, k);
      l->open->length += (int)k;
    }
  } else if (n + DELTA_HEAD > STREAM_CHUNK) {
    post_long(l, e, n);
  } else if (lane_room(l, (int)n + DELTA_HEAD)) {
    post_middle(l, e, n);
  }
}

static void post_locked(struct lane *l, const struct event *e) {
  int clean = !l->open;
  if (!post_small(l, e))
    post_coded(l, e);
  known_clock_keep(&l->clock, e);
  if (clean) {
    l->next = atomic_load_explicit(&dirty, memory_order_relaxed);
    atomic_store_explicit(&dirty, l, memory_order_release);
  }
}

/* Sends all, or only chunks that must not wait. */
static void flush_locked(int all) {
  struct lane *l = atomic_load_explicit(&dirty, memory_order_relaxed), *left = NULL, *next;
  for (; l; l = next) {
    next = l->next;
    if (all || l->urgent) {
      lane_sweep(l);
      lane_start(l);
    } else {
      l->next = left;
      left = l;
    }
  }
  atomic_store_explicit(&dirty, left, memory_order_release);
  atomic_store_explicit(&urgent, 0, memory_order_relaxed);
  if (!left)
    waiting = 0;
}

void stream_post(int rank, const struct event *e, int now) {
  calls_lock(&lock);
  lanes_make();
  failed |= !lanes;
  if (!failed)
    post_locked(&lanes[rank], e);
  if (now && !failed) {
    lanes[rank].urgent = 1;
    atomic_store_explicit(&urgent, 1, memory_order_release);
  }
  if (waiting++ >= WAITING_MOST)
    flush_locked(1);
  int bad = failed;
  calls_unlock(&lock);
  if (bad)
    world_off("cannot send to other ranks", 0);
}

void stream_mark(int rank, _Atomic uint8_t *mark) {
  calls_lock(&lock);
  if (!failed)
    lanes[rank].mark = mark;
  calls_unlock(&lock);
}

void stream_flush(int all) {
  if (!dirty || (!all && !urgent))
    return;
  calls_lock(&lock);
  flush_locked(all);
  calls_unlock(&lock);
}

/* An empty chunk says that nothing more will come. */
void stream_close(void) {
  calls_lock(&lock);
  lanes_make();
  if (lanes) {
    flush_locked(1);
    for (int r = 0; r < world.size; r++) {
      if (r != world.rank && world_reaches(r))
        lane_open(&lanes[r], SMALL);
      lane_start(&lanes[r]);
    }
  }
  calls_unlock(&lock);
}

void stream_restart(void) {
  calls_lock(&lock);
  for (int r = 0; lanes && r < lane_count; r++)
    free(lanes[r].delta);
  free(lanes);
  lanes = NULL;
  atomic_store(&dirty, NULL);
  inbox_restart();
  calls_unlock(&lock);
}

/* Returns whether everything sent was delivered; `total` counts it, and `counts` by place. */
static int sweep_all(uint64_t *total, uint64_t *counts) {
  int left = 0;
  *total = 0;
  calls_lock(&lock);
  flush_locked(1);
  for (int r = 0; lanes && r < world.size; r++) {
    lane_sweep(&lanes[r]);
    left |= lanes[r].first != NULL;
    *total += lanes[r].sent;
    if (counts && world_reaches(r))
      counts[world_place(r)] = lanes[r].sent;
  }
  calls_unlock(&lock);
  return !left;
}

int stream_sent(void) {
  uint64_t total;
  return sweep_all(&total, NULL);
}

/* Notes who has heard that this process ends. Returns whether all have, or end themselves. */
static int all_heard(unsigned char *heard) {
  int left = 0, flag = 1;
  MPI_Status status;
  while (!REAL(Iprobe)(MPI_ANY_SOURCE, HEARD_TAG, world.comm, &flag, &status) && flag) {
    REAL(Recv)(NULL, 0, MPI_BYTE, status.MPI_SOURCE, HEARD_TAG, world.comm, MPI_STATUS_IGNORE);
    heard[world_rank_at(status.MPI_SOURCE)] = 1;
  }
  for (int r = 0; r < world.size; r++)
    left |= r != world.rank && world_reaches(r) && !heard[r] && !inbox_closed(r);
  return !left;
}

/* Who has ended is told nothing: it may be gone. */
void stream_end(void) {
  unsigned char *heard = calloc((size_t)world.size, 1);
  if (!heard)
    return;
  stream_drain();
  inbox_ends();
  calls_lock(&lock);
  lanes_make();
  for (int r = 0; lanes && r < world.size; r++)
    if (r != world.rank && world_reaches(r) && !inbox_closed(r)) {
      lane_sweep(&lanes[r]);
      lane_start(&lanes[r]);
      lane_open(&lanes[r], SMALL);
      lane_start(&lanes[r]);
    }
  calls_unlock(&lock);
  while (!all_heard(heard) || !stream_sent())
    stream_drain();
  free(heard);
}

static int settle(int rc, MPI_Request *request) {
  int done = 0;
  uint64_t total;
  while (rc == MPI_SUCCESS && !done) {
    stream_drain();
    sweep_all(&total, NULL);
    rc = REAL(Test)(request, &done, MPI_STATUS_IGNORE);
  }
  return rc;
}

/* What is fed may make the checker send more. It is over when all ranks together have sent the
 * same number in two rounds: then everything sent before the first round was fed before the
 * second, and made nobody send. */
int stream_quiesce(void) {
  uint64_t *counts = calloc((size_t)world.members, sizeof *counts);
  uint64_t total, all = 0, before, expected;
  int rc = counts ? MPI_SUCCESS : MPI_ERR_NO_MEM, round = 0;
  MPI_Request request;
  do {
    before = all;
    if (rc == MPI_SUCCESS) {
      sweep_all(&total, counts);
      rc = REAL(Ireduce_scatter_block)(counts, &expected, 1, MPI_UINT64_T, MPI_SUM, world.comm,
                                       &request);
      rc = settle(rc, &request);
    }
    if (rc == MPI_SUCCESS)
      rc =
          settle(REAL(Iallreduce)(&total, &all, 1, MPI_UINT64_T, MPI_SUM, world.comm, &request),
                 &request);
    while (rc == MPI_SUCCESS && inbox_received() < expected)
      stream_drain();
    while (rc == MPI_SUCCESS && !sweep_all(&total, NULL))
      stream_drain();
  } while (rc == MPI_SUCCESS && (!round++ || all != before));
  free(counts);
  return rc;
}
