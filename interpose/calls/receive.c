/* receive.c: messages on the receiver's side. The call that completes a receive, or finds a
 * message by a probe, acquires what the sender released before it sent. */
#include <pthread.h>
#include <stdlib.h>
#include "include/hash.h"
#include "receive.h"
#include "receive_ack.h"
#include "interpose/handles/comm.h"
#include "interpose/stream/edge.h"
#include "interpose/stream/match.h"
#include "poll.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/request.h"
#include "send.h"
#include "interpose/base/world.h"

/* The receives of one communicator. */
_Static_assert(sizeof(MPI_Status) <= sizeof((struct frame *)0)->status, "room");

struct receive_channel {
  uint64_t id;
  struct match *match;
  /* Threads in calls that post a receive; threads that wait for a message. */
  int posting, waiting;
  UT_hash_handle hh;
};

/* A receive that has a request. */
struct receiving {
  struct pending_request pending; /* first */
  struct comm *comm;
  struct receive_channel *channel;
  int source, tag;         /* as posted; a wildcard is MATCH_ANY */
  struct receive *receive; /* NULL: not active */
  uint64_t id;             /* edge_post */
  uint64_t posted;         /* rendezvous_steps.h */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct receive_channel *channels, *last;
static struct pending_request *spare; /* of receives that are over */

static int any_source(int source) {
  return source == MPI_ANY_SOURCE ? MATCH_ANY : source;
}

static int any_tag(int tag) {
  return tag == MPI_ANY_TAG ? MATCH_ANY : tag;
}

static int cancelled(const MPI_Status *status) {
  int flag = 0;
  return status && !REAL(Test_cancelled)(status, &flag) && flag;
}

/* Finds out from which source and with which tag a receive, perhaps posted with wildcards, took
 * a message. */
static int took(const struct comm *c, int posted_source, int posted_tag,
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
  if (cancelled(&status))
    return MATCH_LOST;
  return took(r->comm, r->source, r->tag, &status, source, tag) ? MATCH_TOOK : MATCH_LOST;
}

static struct receive_channel *channel_new(uint64_t id) {
  struct receive_channel *ch = calloc(1, sizeof *ch);
  struct match *m = ch ? match_new(resolve) : NULL;
  if (!m) {
    free(ch);
    return NULL;
  }
  ch->id = id;
  ch->match = m;
  HASH_ADD(hh, channels, id, sizeof ch->id, ch);
  return ch;
}

/* With the lock. */
static struct receive_channel *channel_get(uint64_t id) {
  struct receive_channel *ch = last;
  if (ch && ch->id == id)
    return ch;
  HASH_FIND(hh, channels, &id, sizeof id, ch);
  if (!ch)
    ch = channel_new(id);
  return last = ch;
}

struct receive_channel *receive_channel(uint64_t comm) {
  calls_lock(&lock);
  struct receive_channel *ch = channel_get(comm);
  calls_unlock(&lock);
  return ch;
}

uint64_t receive_number(struct receive_channel *ch, int source, int tag, int *bound) {
  calls_lock(&lock);
  int64_t n = match_now(ch->match, source, tag);
  *bound = match_bound(ch->match);
  calls_unlock(&lock);
  if (n < 0)
    world_off("out of memory", 0);
  return n < 0 ? 0 : (uint64_t)n;
}

static struct comm *followed(MPI_Comm handle, int source, int tag) {
  struct comm *c = comm_find(handle);
  return c && c->id && source != MPI_PROC_NULL && any_source(source) >= MATCH_ANY &&
                 any_source(source) < c->remote_size && any_tag(tag) >= MATCH_ANY
             ? c
             : NULL;
}

/* The message was received by the receive with number `id`, or found by a probe. */
static struct message acquire(struct frame *f, const struct comm *c, int source, int tag,
                              int64_t number, uint64_t id, int flag) {
  struct message m = {c->remote[source], 1, edge_key(c->id, tag), 0};
  if (number < 0)
    world_off("out of memory", 0);
  else
    m.number = edge_receive(f, m.rank, m.key, (uint64_t)number, id, flag);
  return m;
}

/* If several threads receive on a communicator at once, the library may serve them in another
 * order than we see. Threads that only wait are counted when they have been served. */
static void cross(const struct comm *c, int posting, int waiting, int change) {
  if (!world.concurrent)
    return;
  calls_lock(&lock);
  struct receive_channel *ch = channel_get(c->id);
  if (ch) {
    ch->posting += posting * change;
    ch->waiting += waiting * change;
    if (change > 0 && (ch->posting > 1 || (ch->posting && ch->waiting)))
      match_loose(ch->match);
  }
  calls_unlock(&lock);
}

/* Called before a receive is posted. */
static void give_back(struct frame *f, const struct comm *c, int source, int tag) {
  int64_t n = -1;
  if (!world.synchronous || any_source(source) == MATCH_ANY || any_tag(tag) == MATCH_ANY)
    return;
  calls_lock(&lock);
  struct receive_channel *ch = channel_get(c->id);
  if (ch)
    n = match_next(ch->match, source, tag);
  calls_unlock(&lock);
  if (n >= 0)
    back_release(f, c->remote[source], edge_key(c->id, tag), (uint64_t)n);
}

static uint64_t announce(const struct frame *f, const struct comm *c, int source, int tag) {
  if (!world.ready)
    return 0;
  int any = any_source(source) == MATCH_ANY;
  return edge_post(f, any ? -1 : c->remote[source], c->id,
                   any_tag(tag) == MATCH_ANY ? 0 : edge_key(c->id, tag));
}

/* The call that ends has received or found a message. */
static void found(struct frame *f, struct comm *c, int source, int tag,
                  const MPI_Status *status, int64_t (*number)(struct match *, int, int)) {
  int64_t n = -1;
  int flag = world.ready && !f->receive.announced ? EDGE_PROBED : 0;
  int one = any_source(source) != MATCH_ANY && any_tag(tag) != MATCH_ANY;
  if (!took(c, any_source(source), any_tag(tag), status, &source, &tag)) {
    edge_unpost(f, f->receive.announced, 1);
    return;
  }
  calls_lock(&lock);
  struct receive_channel *ch = channel_get(c->id);
  if (ch) {
    n = number(ch->match, source, tag);
    flag |= match_bound(ch->match) ? EDGE_BOUND : 0;
  }
  calls_unlock(&lock);
  struct message m = acquire(f, c, source, tag, n, f->receive.announced, flag);
  if (!(flag & EDGE_BOUND)) {
    rendezvous_after(f, &m, f->receive.steps, NULL);
    if (one && f->call != CALL_Iprobe && f->call != CALL_Improbe)
      rendezvous_step(f, &m);
  }
  if (world.synchronous && n >= 0 && (f->call == CALL_Mprobe || f->call == CALL_Improbe))
    back_release(f, c->remote[source], edge_key(c->id, tag), (uint64_t)n);
}

/* Calls that receive or probe. `status`: pointer to the call's status argument. */
static void enter_blocking(struct frame *f, MPI_Comm comm, int source, int tag,
                           MPI_Status **status, int receives) {
  struct comm *c = f->receive.comm = followed(comm, source, tag);
  if (!c)
    return;
  cross(c, 0, 1, 1);
  if (receives) {
    give_back(f, c, source, tag);
    f->receive.announced = announce(f, c, source, tag);
  }
  if (receives || f->call == CALL_Mprobe || f->call == CALL_Improbe)
    f->receive.steps = rendezvous_steps();
  if (*status == MPI_STATUS_IGNORE)
    *status = (MPI_Status *)f->status;
}

static int truncated(int rc) {
  int class = MPI_SUCCESS;
  REAL(Error_class)(rc, &class);
  return class == MPI_ERR_TRUNCATE;
}

/* `flag`: whether there is a message. */
static void leave_blocking(struct frame *f, MPI_Comm comm, int source, int tag,
                           const MPI_Status *status, int flag,
                           int64_t (*number)(struct match *, int, int)) {
  /* another thread may have freed the communicator */
  struct comm *c = world.concurrent ? followed(comm, source, tag) : f->receive.comm;
  if (!c)
    return;
  cross(c, 0, 1, -1);
  if (flag && (f->rc == MPI_SUCCESS || truncated(f->rc)))
    found(f, c, source, tag, status, number);
  else
    edge_unpost(f, f->receive.announced, 0);
  if (!flag && f->rc == MPI_SUCCESS)
    poll_note_probe(f->thread, comm, source, tag);
}

/* Receives that have a request. */

static void post(struct receiving *r) {
  calls_lock(&lock);
  r->receive = match_post(r->channel->match, r->source, r->tag, r);
  calls_unlock(&lock);
  if (!r->receive)
    world_off("out of memory", 0);
}

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct receiving *r = (struct receiving *)p;
  struct receive *receive = r->receive;
  int source = 0, tag = 0, bound = 0;
  int64_t n = -1;
  r->receive = NULL;
  if (!receive)
    return;
  int nothing = !ok && cancelled(status);
  int known = !nothing && took(r->comm, r->source, r->tag, status, &source, &tag);
  calls_lock(&lock);
  if (nothing)
    match_cancel(r->channel->match, receive);
  else if (!known)
    match_forget(r->channel->match, receive);
  else
    n = match_complete(r->channel->match, receive, source, tag);
  bound = match_bound(r->channel->match);
  calls_unlock(&lock);
  if (!known) {
    edge_unpost(f, r->id, !nothing);
    return;
  }
  struct message m = acquire(f, r->comm, source, tag, n, r->id, bound ? EDGE_BOUND : 0);
  struct maker at;
  if (bound)
    return;
  if (r->posted && request_maker(p, &at))
    rendezvous_after(f, &m, r->posted, &at);
  if (r->source != MATCH_ANY && r->tag != MATCH_ANY &&
      (f->call == CALL_Wait || f->call == CALL_Waitall))
    rendezvous_step(f, &m);
}

static void on_start(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  if (r->source != MATCH_ANY && r->tag != MATCH_ANY)
    give_back(f, r->comm, r->source, r->tag);
  r->id = announce(f, r->comm, r->source, r->tag);
  r->posted = rendezvous_steps();
  post(r);
}

static void on_cancel(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  (void)f;
  calls_lock(&lock);
  if (r->receive)
    match_doubt(r->receive);
  calls_unlock(&lock);
}

static void receiving_free(struct receiving *r) {
  calls_lock(&lock);
  r->pending.next = spare;
  spare = &r->pending;
  calls_unlock(&lock);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  calls_lock(&lock);
  if (r->receive)
    match_forget(r->channel->match, r->receive);
  calls_unlock(&lock);
  if (r->receive)
    edge_unpost(f, r->id, 1);
  comm_drop(r->comm);
  receiving_free(r);
}

/* They come and go with messages. */
static struct receiving *receiving_new(void) {
  calls_lock(&lock);
  struct pending_request *p = spare;
  spare = p ? p->next : NULL;
  calls_unlock(&lock);
  return p ? (struct receiving *)p : malloc(sizeof(struct receiving));
}

static const struct pending_request followed_by = {
    .complete = on_complete, .drop = on_drop, .cancel = on_cancel};

int receive_like_find(struct receive_like *r, MPI_Comm comm, int source, int tag) {
  struct comm *c = source >= 0 && tag >= 0 ? followed(comm, source, tag) : NULL;
  *r = (struct receive_like){.comm = c, .source = source, .tag = tag};
  if (!c || c->remote[source] == world.rank || !(r->channel = receive_channel(c->id)))
    return 0;
  r->request = (struct request_like){
      .way = WAY_RECEIVE, .peer = c->remote[source], .key = edge_key(c->id, tag)};
  return 1;
}

static struct receive *post_like(struct receive_like *l, struct receiving *r) {
  struct match *m = l->channel->match;
  if (!l->place || l->tidied != match_tidied(m)) {
    l->place = match_place(m, l->source, l->tag);
    l->tidied = match_tidied(m);
  }
  return l->place ? match_post_at(m, l->place, r) : NULL;
}

int receive_follow_like(struct frame *f, struct receive_like *l, MPI_Request handle,
                        struct pending_request *use) {
  struct receiving *r = receiving_new();
  if (!r)
    return 0;
  *r = (struct receiving){.pending = followed_by,
                          .posted = f->receive.steps,
                          .comm = l->comm,
                          .channel = l->channel,
                          .source = l->source,
                          .tag = l->tag};
  if (!request_follow_like(handle, &l->request, &r->pending, use)) {
    receiving_free(r);
    return 0;
  }
  comm_hold(r->comm);
  r->receive = post_like(l, r);
  if (!r->receive)
    world_off("out of memory", 0);
  return 1;
}

static void follow(struct frame *f, struct comm *c, int source, int tag, MPI_Request handle,
                   int persistent) {
  struct receiving *r = receiving_new();
  if (r) {
    *r = (struct receiving){.pending = followed_by,
                            .id = persistent ? 0 : f->receive.announced,
                            .posted = f->receive.steps,
                            .comm = c,
                            .source = any_source(source),
                            .tag = any_tag(tag)};
    r->pending.start = persistent ? on_start : NULL;
    calls_lock(&lock);
    r->channel = channel_get(c->id);
    calls_unlock(&lock);
  }
  if (!r || !r->channel) {
    free(r);
    world_off("out of memory", 0);
    return;
  }
  comm_hold(c);
  int followed = request_follow(handle, &r->pending, persistent);
  if (!followed)
    on_drop(&r->pending, f);
  else
    request_peer(&r->pending, WAY_RECEIVE, r->source < 0 ? -1 : c->remote[r->source],
                 r->source < 0 ? c : NULL,
                 r->tag < 0 || r->source < 0 ? 0 : edge_key(c->id, r->tag));
  if (followed && !persistent)
    post(r);
}

static void enter_post(struct frame *f, MPI_Comm comm, int source, int tag) {
  const struct comm *c = followed(comm, source, tag);
  if (!c)
    return;
  cross(c, 1, 0, 1);
  give_back(f, c, source, tag);
  f->receive.announced = announce(f, c, source, tag);
  f->receive.steps = rendezvous_steps();
}

static void leave_post(struct frame *f, MPI_Comm comm, int source, int tag,
                       MPI_Request *request) {
  struct comm *c = followed(comm, source, tag);
  if (!c)
    return;
  if (f->rc == MPI_SUCCESS)
    follow(f, c, source, tag, *request, 0);
  else
    edge_unpost(f, f->receive.announced, 0);
  cross(c, 1, 0, -1);
}

static void leave_init(struct frame *f, MPI_Comm comm, int source, int tag,
                       MPI_Request *request) {
  struct comm *c = followed(comm, source, tag);
  if (c && f->rc == MPI_SUCCESS)
    follow(f, c, source, tag, *request, 1);
}

#define HOOK(way, Name, statement)                                                             \
  void receive_##way##_##Name(struct frame *f);                                                \
  void receive_##way##_##Name(struct frame *f) {                                               \
    struct args_##Name *a = f->args;                                                           \
    statement;                                                                                 \
  }
#define BLOCKING(Name, flag, number, receives)                                                 \
  HOOK(enter, Name, enter_blocking(f, a->comm, a->source, a->tag, &a->status, receives))       \
  HOOK(leave, Name, leave_blocking(f, a->comm, a->source, a->tag, a->status, flag, number))
#define SEND_OTHER                                                                             \
  send_begin(f, a->sendcount, a->sendtype, a->dest, a->sendtag, a->comm, MODE_STANDARD)
#define SEND_SAME                                                                              \
  send_begin(f, a->count, a->datatype, a->dest, a->sendtag, a->comm, MODE_STANDARD)
#define SENDRECV(Name, SEND)                                                                   \
  HOOK(enter, Name, SEND; enter_blocking(f, a->comm, a->source, a->recvtag, &a->status, 1))    \
  HOOK(leave, Name, send_leave(f);                                                             \
       leave_blocking(f, a->comm, a->source, a->recvtag, a->status, 1, match_now))
#define POST(Name)                                                                             \
  HOOK(enter, Name, enter_post(f, a->comm, a->source, a->tag))                                 \
  HOOK(leave, Name, leave_post(f, a->comm, a->source, a->tag, a->request))
#define INIT(Name) HOOK(leave, Name, leave_init(f, a->comm, a->source, a->tag, a->request))

/* A matched probe takes the message and acquires what its receive could acquire. */
#define RECEIVES(c)                                                                            \
  BLOCKING(Recv##c, 1, match_now, 1)                                                           \
  SENDRECV(Sendrecv##c, SEND_OTHER)                                                            \
  SENDRECV(Sendrecv_replace##c, SEND_SAME) POST(Irecv##c) INIT(Recv_init##c)
RECEIVES()
BLOCKING(Probe, 1, match_peek, 0)
BLOCKING(Iprobe, f->rc == MPI_SUCCESS && *a->flag, match_peek, 0)
BLOCKING(Mprobe, 1, match_now, 0)
BLOCKING(Improbe, f->rc == MPI_SUCCESS && *a->flag, match_now, 0)

#if HAS_MPI4
RECEIVES(_c)
#define ISENDRECV(Name, SEND)                                                                  \
  HOOK(enter, Name, SEND; enter_post(f, a->comm, a->source, a->recvtag))                       \
  HOOK(leave, Name, send_leave(f); leave_post(f, a->comm, a->source, a->recvtag, a->request))
ISENDRECV(Isendrecv, SEND_OTHER)
ISENDRECV(Isendrecv_c, SEND_OTHER)
ISENDRECV(Isendrecv_replace, SEND_SAME)
ISENDRECV(Isendrecv_replace_c, SEND_SAME)
#endif
