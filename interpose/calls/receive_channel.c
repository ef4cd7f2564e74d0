/* receive_channel.c: where receives are numbered, and what orders them (receive_part.h). */
#include <stdlib.h>
#include <string.h>
#include "interpose/agreement/letters.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/stream/feed.h"
#include "receive_ack.h"
#include "receive_part.h"

pthread_mutex_t receive_lock = PTHREAD_MUTEX_INITIALIZER;
static struct receive_channel *channels, *last;

int receive_cancelled(const MPI_Status *status) {
  int flag = 0;
  return status && !REAL(Test_cancelled)(status, &flag) && flag;
}

int receive_took(const struct comm *c, int posted_source, int posted_tag,
                 const MPI_Status *status, int *source, int *tag) {
  *source = posted_source;
  *tag = posted_tag;
  if (*source == MATCH_ANY && status)
    *source = status->MPI_SOURCE;
  if (*tag == MATCH_ANY && status)
    *tag = status->MPI_TAG;
  return *source >= 0 && *source < c->remote_size && *tag >= 0;
}

static enum match_answer resolve(void *owner, int *source, int *tag) {
  struct receiving *r = owner;
  MPI_Status status;
  if (!request_ask(&r->pending, &status))
    return MATCH_OPEN;
  if (receive_cancelled(&status))
    return MATCH_LOST;
  return receive_took(r->comm, r->source, r->tag, &status, source, tag) ? MATCH_TOOK
                                                                        : MATCH_LOST;
}

static struct receive_channel *channel_new(const struct comm *c) {
  struct receive_channel *ch = calloc(1, sizeof *ch);
  struct match *m = ch ? match_new(resolve) : NULL;
  size_t bytes = (size_t)c->remote_size * sizeof *ch->remote;
  if (!m) {
    free(ch);
    return NULL;
  }
  ch->id = c->id;
  ch->match = m;
  ch->remote = malloc(bytes + 1);
  if (ch->remote)
    memcpy(ch->remote, c->remote, bytes);
  HASH_ADD(hh, channels, id, sizeof ch->id, ch);
  return ch;
}

struct receive_channel *receive_channel_get(const struct comm *c) {
  struct receive_channel *ch = last;
  if (ch && ch->id == c->id)
    return ch;
  HASH_FIND(hh, channels, &c->id, sizeof c->id, ch);
  if (!ch)
    ch = channel_new(c);
  return last = ch;
}

struct receive_channel *receive_channel(const struct comm *c) {
  calls_lock(&receive_lock);
  struct receive_channel *ch = receive_channel_get(c);
  calls_unlock(&receive_lock);
  return ch;
}

struct channel_counting {
  const struct receive_channel *channel;
  void *context;
  void (*each)(void *context, int32_t source, uint64_t key, uint64_t count);
};

static void counted(void *context, int source, int tag, int64_t count) {
  const struct channel_counting *k = context;
  int32_t rank = k->channel->remote[source];
  if (rank >= 0)
    k->each(k->context, rank, edge_key(k->channel->id, tag), (uint64_t)count);
}

int receive_counts(void *context,
                   void (*each)(void *context, int32_t source, uint64_t key, uint64_t count)) {
  int known = 1;
  calls_lock(&receive_lock);
  for (struct receive_channel *ch = channels; ch && known; ch = ch->hh.next)
    known = ch->remote &&
            match_count(ch->match, &(struct channel_counting){ch, context, each}, counted);
  calls_unlock(&receive_lock);
  return known;
}

struct comm *receive_followed(MPI_Comm handle, int source, int tag) {
  struct comm *c = comm_find(handle);
  return c && c->id && source != MPI_PROC_NULL && receive_source(source) >= MATCH_ANY &&
                 receive_source(source) < c->remote_size && receive_tag(tag) >= MATCH_ANY
             ? c
             : NULL;
}

static struct event_receive as_posted(const struct comm *c, int source, int tag) {
  return (struct event_receive){
      .source = receive_source(source) == MATCH_ANY ? -1 : c->remote[source],
      .comm = c->id,
      .key = receive_tag(tag) == MATCH_ANY ? 0 : edge_key(c->id, tag),
      .room = -1};
}

uint64_t receive_announce_late(struct frame *f, const struct comm *c, int source, int tag,
                               int32_t sender) {
  if (!world.ready || sender == world.rank || dormant_was(sender))
    return 0;
  struct event_receive r = as_posted(c, source, tag);
  return edge_post(f, &r, 0);
}

int64_t receive_bytes(const MPI_Status *status) {
  int bytes = MPI_UNDEFINED;
  if (!world.races || !status || REAL(Get_count)(status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
      bytes == MPI_UNDEFINED)
    return -1;
  return bytes;
}

int64_t receive_room(int64_t count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count <= 0 || type == MPI_DATATYPE_NULL ||
      REAL(Type_size_x)(type, &size) != MPI_SUCCESS || size <= 0 || count > INT64_MAX / size)
    return 0;
  return count * size;
}

void receive_compare(struct frame *f, int64_t exact, const MPI_Status *status) {
  struct event e;
  MPI_Count bytes = MPI_UNDEFINED;
  if (!exact || !status || REAL(Get_elements_x)(status, MPI_BYTE, &bytes) != MPI_SUCCESS ||
      bytes < 0 || bytes >= exact)
    return;
  world_event(&e, f, EVENT_ARGUMENT);
  e.u.argument = (struct event_argument){ARGUMENT_ASSERTED_LENGTH, 0, bytes, exact};
  world_feed(&e);
}

struct message receive_acquire(struct frame *f, const struct comm *c, int source, int tag,
                               int64_t number, uint64_t id, int flag) {
  struct message m = {c->remote[source], 1, edge_key(c->id, tag), 0};
  if (number < 0)
    world_off("out of memory", 0);
  else
    m.number = edge_receive(f, m.rank, m.key, (uint64_t)number, id, flag);
  return m;
}

void receive_give_back(struct frame *f, const struct comm *c, int source, int tag) {
  int64_t n = -1;
  if (!world.synchronous || dormant || receive_source(source) == MATCH_ANY ||
      receive_tag(tag) == MATCH_ANY)
    return;
  calls_lock(&receive_lock);
  struct receive_channel *ch = receive_channel_get(c);
  if (ch)
    n = match_next(ch->match, source, tag);
  calls_unlock(&receive_lock);
  if (n >= 0)
    back_release(f, c->remote[source], edge_key(c->id, tag), (uint64_t)n);
}

uint64_t receive_announce(const struct frame *f, const struct comm *c, int source, int tag,
                          unsigned kind, enum receive_way way) {
  if (!world.ready)
    return 0;
  struct event_receive r = as_posted(c, source, tag);
  int wild = r.source < 0 || !r.key, flags = 0;
  if (dormant && way != RECEIVE_STAYS && r.source != world.rank && !dormant_some() &&
      (!wild || world.ready == READY_BOUND))
    return 0;
  dormant_wake();
  r.when = world_when();
  if (world.races) {
    flags = RECEIVE_RACES | (way == RECEIVE_NO_STATUS ? RECEIVE_IGNORES : 0);
    r.room = letters_room(kind, &r.basic, &r.element);
  }
  return edge_post(f, &r, flags);
}

uint64_t receive_announce_probe(const struct frame *f, const struct comm *c, int source,
                                int tag) {
  if (!world.races)
    return 0;
  struct event_receive r = as_posted(c, source, tag);
  int takes = f->call == CALL_Mprobe || f->call == CALL_Improbe;
  return edge_post(f, &r, RECEIVE_RACES | (takes ? 0 : RECEIVE_PROBES));
}
