#include "inbox.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "delta.h"
#include "small_event.h"
#include "ring.h"
#include "stream.h"
#include "feed.h"

struct inbox { /* from one rank */
  /* Bytes that were not fed yet: a part of an event, or those behind an event that has to
   * wait. */
  unsigned char *bytes;
  size_t from, used, room;
  struct delta *delta;
  struct known_clock clock;
  uint32_t messages; /* so many have come */
  int waits, closed;
};

struct read { /* an event that was read, and what it borrows */
  struct event event;
  const unsigned char *bytes; /* as the codec takes it; length 0: it was a small one */
  size_t length;
  struct small_event_arrays arrays;
  unsigned char room[DELTA_MOST];
};

static struct inbox *inboxes;
static int inbox_count;
static int ends;          /* this process says that nothing more will come */
static int waiting;       /* number of inboxes whose first event has to wait */
static uint64_t received; /* chunks */
static uint32_t messages; /* of these, the ones that MPI has brought */
static _Atomic uint64_t fed;
static _Atomic int receiving, held;
static unsigned char chunk[STREAM_CHUNK];
static void *scratch;
static size_t scratch_room;

uint64_t inbox_received(void) {
  return received;
}

static int give_up(void) {
  world_off("lost a message of another rank", 0);
  return 0;
}

static int scratch_reserve(size_t n) {
  if (n > scratch_room) {
    free(scratch);
    scratch = malloc(n);
    scratch_room = scratch ? n : 0;
  }
  return scratch != NULL;
}

/* Whether the event is about a window that a thread of this process is making. */
static int too_early(const struct event *e) {
  if (!held || !e->win)
    return 0;
  world_lock();
  int known = check_members(world.check, e->win);
  world_unlock();
  return !known;
}

/* Reads the first event, whatever form it has. Returns how many bytes it took: 0, it is not
 * whole; -1, it is lost. */
static int read_event(const struct inbox *in, const unsigned char *bytes, size_t n,
                      struct read *r) {
  r->length = 0;
  if (n && bytes[0] == SMALL_EVENT_TAG)
    return (int)small_event_unpack(&in->clock, bytes, n, &r->event, &r->arrays);
  size_t taken = delta_unpack(in->delta, bytes, n, r->room, &r->bytes, &r->length);
  if (taken && (!scratch_reserve(EVENT_SCRATCH(r->length)) ||
                !event_decode(&r->event, r->bytes, r->length, scratch)))
    return -1;
  return (int)taken;
}

/* Feeds the events that are whole; returns how many bytes they had. */
static size_t feed_bytes(struct inbox *in, const unsigned char *bytes, size_t n) {
  struct read r;
  size_t at = 0;
  int taken;
  if (n && !in->delta && !(in->delta = calloc(1, sizeof *in->delta))) {
    give_up();
    return n;
  }
  waiting -= in->waits;
  in->waits = 0;
  while ((taken = read_event(in, bytes + at, n - at, &r)) > 0) {
    if (too_early(&r.event)) {
      in->waits = 1;
      waiting++;
      break;
    }
    known_clock_keep(&in->clock, &r.event);
    world_feed_remote(&r.event);
    if (r.length)
      delta_keep(in->delta, r.bytes, r.length);
    /* only the thread that receives writes it */
    atomic_store_explicit(&fed, fed + 1, memory_order_release);
    at += (size_t)taken;
  }
  if (taken < 0) {
    give_up();
    return n;
  }
  return at;
}

static int inbox_keep(struct inbox *in, const unsigned char *bytes, size_t n) {
  if (in->from) {
    memmove(in->bytes, in->bytes + in->from, in->used - in->from);
    in->used -= in->from;
    in->from = 0;
  }
  if (in->used + n > in->room) {
    size_t room = (in->used + n) * 2;
    unsigned char *grown = realloc(in->bytes, room);
    if (!grown)
      return give_up();
    in->bytes = grown;
    in->room = room;
  }
  memcpy(in->bytes + in->used, bytes, n);
  in->used += n;
  return 1;
}

static void inbox_feed(struct inbox *in) {
  in->from += feed_bytes(in, in->bytes + in->from, in->used - in->from);
  if (in->from == in->used) {
    free(in->bytes);
    in->bytes = NULL;
    in->from = in->used = in->room = 0;
  }
}

/* A process that ends before those that have joined waits for this. */
static void hear_end(struct inbox *in) {
  if (!in->closed && world.joined && !ends)
    REAL(Send)(NULL, 0, MPI_BYTE, world_place((int)(in - inboxes)), HEARD_TAG, world.comm);
  in->closed = 1;
}

void inbox_ends(void) {
  ends = 1;
}

static void take(struct inbox *in, const unsigned char *bytes, size_t n) {
  received++;
  if (!n)
    hear_end(in);
  if (in->used) {
    if (inbox_keep(in, bytes, n))
      inbox_feed(in);
  } else {
    size_t at = feed_bytes(in, bytes, n);
    if (at < n)
      inbox_keep(in, bytes + at, n - at);
  }
}

/* Takes the chunks in the ring up to those that come after a message which has not come. */
static __attribute__((noinline)) void take_ring(int rank) {
  struct inbox *in = &inboxes[rank];
  const unsigned char *bytes;
  size_t n;
  while ((bytes = ring_first(rank, in->messages, &n))) {
    take(in, bytes, n);
    ring_taken(rank);
  }
}

/* Receives one message; waits for it if it has not come. */
static int receive(int rank) {
  MPI_Status status;
  int n = 0;
  if (REAL(Recv)(chunk, STREAM_CHUNK, MPI_BYTE, world_place(rank), STREAM_TAG, world.comm,
                 &status))
    return give_up();
  REAL(Get_count)(&status, MPI_BYTE, &n);
  take_ring(rank);
  messages++;
  inboxes[rank].messages++;
  take(&inboxes[rank], chunk, (size_t)n);
  take_ring(rank);
  return 1;
}

static void feed_waiting(void) {
  for (int r = 0; waiting && r < world.size; r++)
    if (inboxes[r].waits)
      inbox_feed(&inboxes[r]);
}

static void inboxes_make(void) {
  if (inboxes || !(inboxes = calloc((size_t)world.size, sizeof *inboxes)))
    return;
  inbox_count = world.size;
  for (int r = 0; r < world.size; r++)
    inboxes[r].clock.sender = r;
}

int inbox_closed(int rank) {
  return inboxes && inboxes[rank].closed;
}

void inbox_restart(void) {
  for (int r = 0; inboxes && r < inbox_count; r++) {
    free(inboxes[r].bytes);
    free(inboxes[r].delta);
  }
  free(inboxes);
  inboxes = NULL;
  received = messages = 0;
  waiting = 0;
}

static int receiving_begin(void) {
  if (world.concurrent ? atomic_exchange(&receiving, 1) : receiving)
    return 0;
  atomic_store_explicit(&receiving, 1, memory_order_relaxed);
  inboxes_make();
  if (inboxes) {
    feed_waiting();
    return 1;
  }
  atomic_store_explicit(&receiving, 0, memory_order_release);
  return give_up();
}

void stream_drain(void) {
  if (!receiving_begin())
    return;
  ring_each(take_ring);
  while (ring_messages(messages)) {
    int flag = 0;
    MPI_Status status;
    if (REAL(Iprobe)(MPI_ANY_SOURCE, STREAM_TAG, world.comm, &flag, &status) || !flag ||
        !receive(world_rank_at(status.MPI_SOURCE)))
      break;
  }
  atomic_store_explicit(&receiving, 0, memory_order_release);
}

uint64_t stream_ticket(void) {
  return fed;
}

/* Takes what has come from the rank; does not wait. Returns whether it was anything. */
static __attribute__((noinline)) int receive_if(int rank) {
  MPI_Status status;
  uint64_t before = fed;
  int flag = 0;
  take_ring(rank);
  if (fed != before)
    return 1;
  /* also lets the library go on with what other ranks want */
  return !REAL(Iprobe)(world_place(rank), STREAM_TAG, world.comm, &flag, &status) && flag &&
         receive(rank);
}

static time_t seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

/* What is waited for was sent before, and only MPI's own progress may hold it up. If it does
 * not come for so many seconds, the checker has taken something for what it is not, and a
 * program that is right must not hang because of that. */
#define PATIENCE 300

struct patience {
  time_t now;
  int waited; /* seconds, without those in which the process was stopped */
};

static int lose_patience(struct patience *p) {
  time_t now = seconds();
  p->waited += now != p->now;
  p->now = now;
  if (p->waited < PATIENCE)
    return 0;
  world_off("a message of another rank does not come", 0);
  return 1;
}

/* If there are several threads, another one may be receiving, or have received what is
 * wanted. */
static __attribute__((noinline)) int pull_patiently(int rank, uint64_t ticket) {
  struct patience patience = {0};
  int closed = 0;
  while (fed == ticket && !closed && world_state == WORLD_ON) {
    int came = 0;
    if (receiving_begin()) {
      came = receive_if(rank);
      closed = inboxes[rank].closed;
      atomic_store_explicit(&receiving, 0, memory_order_release);
    } else if (!world.concurrent) {
      break; /* nobody else receives */
    }
    if (!came && lose_patience(&patience))
      break;
    if (!came)
      sched_yield();
  }
  return fed != ticket;
}

int stream_pull(int rank, uint64_t ticket) {
  if (world.concurrent || ring_any())
    return pull_patiently(rank, ticket);
  if (!receiving_begin())
    return 0;
  while (fed == ticket && !inboxes[rank].closed && receive(rank))
    ;
  atomic_store_explicit(&receiving, 0, memory_order_release);
  return fed != ticket;
}

/* Several threads may hold at once, because they wait for other ranks meanwhile. */
void stream_hold(void) {
  held++;
  while (receiving)
    sched_yield(); /* the receiving thread never waits */
}

void stream_release(void) {
  held--;
}
