/* receive.c: messages on the receiver's side. The call that completes a receive, or finds a
 * message by a probe, acquires what the sender released before it sent. */
#include "error_result.h"
#include "receive_part.h"
#include <stdlib.h>
#include "interpose/handles/object.h"
#include "interpose/agreement/letters.h"
#include "interpose/agreement/matched_message.h"
#include "receive_ack.h"
#include "interpose/stream/edge.h"
#include "poll.h"
#include "interpose/thread_calls/probe_split.h"
#include "interpose/handles/rendezvous_steps.h"
#include "send.h"
#include "interpose/base/world.h"

_Static_assert(sizeof(MPI_Status) <= sizeof((struct frame *)0)->status, "room");

/* If several threads receive on a communicator at once, the library may serve them in another
 * order than we see. Threads that only wait are counted when they have been served. */
static void cross(const struct comm *c, int posting, int waiting, int change) {
  if (!world.concurrent)
    return;
  calls_lock(&receive_lock);
  struct receive_channel *ch = receive_channel_get(c);
  if (ch) {
    ch->posting += posting * change;
    ch->waiting += waiting * change;
    if (change > 0 && (ch->posting > 1 || (ch->posting && ch->waiting)))
      match_loose(ch->match);
  }
  calls_unlock(&receive_lock);
}

static int probes(unsigned call) {
  return call == CALL_Probe || call == CALL_Iprobe || call == CALL_Mprobe ||
         call == CALL_Improbe;
}

/* The call that ends has received or found a message. */
static void found(struct frame *f, struct comm *c, int source, int tag,
                  const MPI_Status *status, int64_t (*number)(struct match *, int, int)) {
  int64_t n = -1;
  int probed = probes(f->call), flag = world.ready && probed ? EDGE_PROBED : 0;
  int posted_source = source, posted_tag = tag;
  int one = receive_source(source) != MATCH_ANY && receive_tag(tag) != MATCH_ANY;
  if (!receive_took(c, receive_source(source), receive_tag(tag), status, &source, &tag)) {
    edge_unpost(f, f->receive.announced, 1);
    return;
  }
  calls_lock(&receive_lock);
  struct receive_channel *ch = receive_channel_get(c);
  if (ch) {
    n = number(ch->match, source, tag);
    flag |= match_bound(ch->match) ? EDGE_BOUND : 0;
  }
  calls_unlock(&receive_lock);
  if (!f->receive.announced)
    f->receive.announced =
        probed ? receive_announce_probe(f, c, posted_source, posted_tag)
               : receive_announce_late(f, c, posted_source, posted_tag, c->remote[source]);
  f->received = f->rc == MPI_SUCCESS ? receive_bytes(status) : -1;
  if (f->rc == MPI_SUCCESS)
    receive_compare(f, f->receive.exact, status);
  struct message m = receive_acquire(f, c, source, tag, n, f->receive.announced, flag);
  if (!(flag & EDGE_BOUND)) {
    if (f->receive.kind && (f->rc == MPI_SUCCESS || result_cut(f, MPI_SUCCESS)))
      letters_note(letters_log(0, m.rank, m.key), f->receive.kind, m.number);
    if (f->rc == MPI_SUCCESS && (f->call == CALL_Mprobe || f->call == CALL_Improbe))
      matched_note(f, &m);
    rendezvous_after(f, &m, f->receive.steps, NULL);
    if (one && f->call != CALL_Iprobe && f->call != CALL_Improbe)
      rendezvous_step(f, &m);
  }
  if (world.synchronous && n >= 0 && (f->call == CALL_Mprobe || f->call == CALL_Improbe))
    back_release(f, c->remote[source], edge_key(c->id, tag), (uint64_t)n);
}

/* The call is about to post a receive of so much, or has made one that is not active yet. */
static void room_for(struct frame *f, MPI_Comm comm, int source, int tag, int64_t count,
                     MPI_Datatype type, int posts) {
  struct comm *c = receive_followed(comm, source, tag);
  int first = 0;
  f->receive.kind = c ? letters_kind(f, 0, count, type, &first) : 0;
  f->receive.exact = c && c->assertions & COMM_EXACT_LENGTH ? receive_room(count, type) : 0;
  if (first && posts)
    receive_tell(c, source, tag, f->receive.kind);
}

void receive_tell(const struct comm *c, int source, int tag, unsigned kind) {
  if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG) {
    letters_tell_any(kind, source == MPI_ANY_SOURCE ? -1 : c->remote[source],
                     tag == MPI_ANY_TAG ? 0 : edge_key(c->id, tag));
    return;
  }
  calls_lock(&receive_lock);
  struct receive_channel *ch = receive_channel_get(c);
  int64_t n = ch ? match_next(ch->match, source, tag) : -1;
  calls_unlock(&receive_lock);
  uint64_t key = edge_key(c->id, tag);
  if (n >= 0)
    letters_tell(kind, c->remote[source], key,
                 (int64_t)edge_past(c->remote[source], key, (uint64_t)n));
}

/* Calls that receive or probe. `status`: pointer to the call's status argument. */
static void enter_blocking(struct frame *f, MPI_Comm comm, int source, int tag,
                           MPI_Status **status, int receives) {
  struct comm *c = f->receive.comm = receive_followed(comm, source, tag);
  if (!c)
    return;
  f->receive.held = world.concurrent; /* another thread may free it; what has begun goes on */
  if (f->receive.held)
    comm_hold(c);
  cross(c, 0, 1, 1);
  if (receives) {
    probe_split_receive(f, comm, source, tag);
    receive_give_back(f, c, source, tag);
    f->receive.announced =
        receive_announce(f, c, source, tag, f->receive.kind,
                         *status == MPI_STATUS_IGNORE ? RECEIVE_NO_STATUS : RECEIVE_WAITS);
  }
  if (receives || f->call == CALL_Mprobe || f->call == CALL_Improbe)
    f->receive.steps = rendezvous_steps();
  if (*status == MPI_STATUS_IGNORE)
    *status = (MPI_Status *)f->status;
}

static void probed(struct frame *f, MPI_Comm comm, const MPI_Status *status) {
  if (f->call == CALL_Probe || f->call == CALL_Iprobe)
    probe_split_found(f, comm, status->MPI_SOURCE, status->MPI_TAG);
  else if (f->call == CALL_Mprobe || f->call == CALL_Improbe)
    probe_split_receive(f, comm, status->MPI_SOURCE, status->MPI_TAG);
}

/* `flag`: whether there is a message. */
static void leave_blocking(struct frame *f, MPI_Comm comm, int source, int tag,
                           const MPI_Status *status, int flag,
                           int64_t (*number)(struct match *, int, int)) {
  struct comm *c = world.concurrent && !f->receive.held ? receive_followed(comm, source, tag)
                                                        : f->receive.comm;
  if (!c)
    return;
  cross(c, 0, 1, -1);
  if (flag && f->rc == MPI_SUCCESS)
    probed(f, comm, status);
  if (flag && result_received(f->rc))
    found(f, c, source, tag, status, number);
  else
    edge_unpost(f, f->receive.announced, 0);
  if (!flag && f->rc == MPI_SUCCESS)
    poll_note_probe(f->thread, comm, source, tag);
  if (f->receive.held)
    comm_drop(c);
}

static void enter_post(struct frame *f, MPI_Comm comm, int source, int tag) {
  const struct comm *c = receive_followed(comm, source, tag);
  if (!c)
    return;
  cross(c, 1, 0, 1);
  probe_split_receive(f, comm, source, tag);
  receive_give_back(f, c, source, tag);
  f->receive.announced = receive_announce(f, c, source, tag, f->receive.kind, RECEIVE_STAYS);
  f->receive.steps = rendezvous_steps();
}

static void leave_post(struct frame *f, MPI_Comm comm, int source, int tag,
                       MPI_Request *request) {
  struct comm *c = receive_followed(comm, source, tag);
  if (!c)
    return;
  if (f->rc == MPI_SUCCESS)
    receive_follow(f, c, source, tag, *request, 0);
  else
    edge_unpost(f, f->receive.announced, 0);
  cross(c, 1, 0, -1);
}

static void leave_init(struct frame *f, MPI_Comm comm, int source, int tag,
                       MPI_Request *request) {
  struct comm *c = receive_followed(comm, source, tag);
  if (c && f->rc == MPI_SUCCESS)
    receive_follow(f, c, source, tag, *request, 1);
}

#define HOOK(way, Name, statement)                                                             \
  void receive_##way##_##Name(struct frame *f);                                                \
  void receive_##way##_##Name(struct frame *f) {                                               \
    struct args_##Name *a = f->args;                                                           \
    statement;                                                                                 \
  }
#define LEAVE(Name, flag, number)                                                              \
  HOOK(leave, Name, leave_blocking(f, a->comm, a->source, a->tag, a->status, flag, number))
#define PROBE(Name, flag, number)                                                              \
  HOOK(enter, Name, enter_blocking(f, a->comm, a->source, a->tag, &a->status, 0))              \
  LEAVE(Name, flag, number)
#define SEND_OTHER                                                                             \
  send_begin(f, a->sendcount, a->sendtype, a->dest, a->sendtag, a->comm, MODE_STANDARD)
#define SEND_SAME                                                                              \
  send_begin(f, a->count, a->datatype, a->dest, a->sendtag, a->comm, MODE_STANDARD)
#define ROOM(a, tag) room_for(f, a->comm, a->source, a->tag, a->count, a->datatype, 1)
#define ROOM_OTHER room_for(f, a->comm, a->source, a->recvtag, a->recvcount, a->recvtype, 1)
#define SENDRECV(Name, SEND, ROOM)                                                             \
  HOOK(enter, Name, SEND; ROOM;                                                                \
       enter_blocking(f, a->comm, a->source, a->recvtag, &a->status, 1))                       \
  HOOK(leave, Name, send_leave_blocking(f);                                                    \
       leave_blocking(f, a->comm, a->source, a->recvtag, a->status, 1, match_now))
#define POST(Name)                                                                             \
  HOOK(enter, Name, ROOM(a, tag); enter_post(f, a->comm, a->source, a->tag))                   \
  HOOK(leave, Name, leave_post(f, a->comm, a->source, a->tag, a->request))
#define INIT(Name)                                                                             \
  HOOK(leave, Name, room_for(f, a->comm, a->source, a->tag, a->count, a->datatype, 0);         \
       leave_init(f, a->comm, a->source, a->tag, a->request))

/* A matched probe takes the message and acquires what its receive could acquire. */
#define RECEIVES(c)                                                                            \
  HOOK(enter, Recv##c, ROOM(a, tag);                                                           \
       enter_blocking(f, a->comm, a->source, a->tag, &a->status, 1))                           \
  LEAVE(Recv##c, 1, match_now)                                                                 \
  SENDRECV(Sendrecv##c, SEND_OTHER, ROOM_OTHER)                                                \
  SENDRECV(Sendrecv_replace##c, SEND_SAME, ROOM(a, recvtag)) POST(Irecv##c) INIT(Recv_init##c)
RECEIVES()
PROBE(Probe, 1, match_peek)
PROBE(Iprobe, f->rc == MPI_SUCCESS && *a->flag, match_peek)
PROBE(Mprobe, 1, match_now)
PROBE(Improbe, f->rc == MPI_SUCCESS && *a->flag, match_now)

#if HAS_LARGE
RECEIVES(_c)
#endif
#if HAS_MPI4
/* The send half of a request that receives, too. */
static void on_sent(struct pending_request *p, struct frame *f, const MPI_Status *status,
                    int ok) {
  (void)p, (void)f, (void)status, (void)ok;
}

static void forget_send(struct pending_request *p, struct frame *f) {
  (void)f;
  free(p);
}

/* A wait for the request also waits until that message is received. */
static void follow_send(struct frame *f, MPI_Comm comm, int dest, int tag, int source,
                        MPI_Request *request) {
  struct send_route to;
  if (f->rc != MPI_SUCCESS || !send_route(&to, comm, dest, tag) || to.rank < 0)
    return;
  struct pending_request *p = malloc(sizeof *p);
  if (!p) {
    world_off("out of memory", 0);
    return;
  }
  *p = (struct pending_request){.complete = on_sent, .drop = forget_send};
  if (!request_follow(*request, p, 0))
    free(p);
  else if (source == MPI_PROC_NULL)
    request_peer(p, WAY_SEND, to.rank, NULL, to.key);
  else
    request_sends(p, to.rank, to.key);
}

#define ISENDRECV(Name, SEND, ROOM)                                                            \
  HOOK(enter, Name, SEND; ROOM; enter_post(f, a->comm, a->source, a->recvtag))                 \
  HOOK(leave, Name, send_leave(f); leave_post(f, a->comm, a->source, a->recvtag, a->request);  \
       follow_send(f, a->comm, a->dest, a->sendtag, a->source, a->request))
ISENDRECV(Isendrecv, SEND_OTHER, ROOM_OTHER)
ISENDRECV(Isendrecv_replace, SEND_SAME, ROOM(a, recvtag))
#endif
#if HAS_LARGE
ISENDRECV(Isendrecv_c, SEND_OTHER, ROOM_OTHER)
ISENDRECV(Isendrecv_replace_c, SEND_SAME, ROOM(a, recvtag))
#endif

static void failing(struct frame *f, MPI_Comm comm, int source, int tag, int64_t count,
                    MPI_Datatype type) {
  struct comm *c = receive_followed(comm, source, tag);
  int first;
  if (c)
    letters_tell_failing(letters_kind(f, 0, count, type, &first),
                         source == MPI_ANY_SOURCE ? -1 : c->remote[source],
                         tag == MPI_ANY_TAG ? 0 : edge_key(c->id, tag), 1);
}

#define FAILING(Name, tag, count, type)                                                        \
  case CALL_##Name: {                                                                          \
    const struct args_##Name *a = t->args;                                                     \
    failing(&f, a->comm, a->source, a->tag, a->count, a->type);                                \
    return;                                                                                    \
  }
#define FAILING_ALL(c)                                                                         \
  FAILING(Recv##c, tag, count, datatype)                                                       \
  FAILING(Sendrecv##c, recvtag, recvcount, recvtype)                                           \
  FAILING(Sendrecv_replace##c, recvtag, count, datatype)

void receive_failing(struct thread *t) {
  struct frame f = {.call = t->call, .thread = t};
  switch (t->call) {
    FAILING_ALL()
#if HAS_LARGE
    FAILING_ALL(_c)
#endif
  default:
    receive_pending_failing();
  }
}
