#include "known_message.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/agreement/letters.h"
#include "interpose/data/buffer.h"
#include "interpose/data/type.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/thread_calls/probe_split.h"
#include "receive.h"
#include "send.h"

#define PLACES 64

/* A communicator, rank and tag, and what they stand for as long as `changes` is the same. */
struct known_place {
  MPI_Comm comm;
  int peer, tag;
  uint64_t changes;
  struct message message; /* but for the number */
  /* Nothing new would be kept of such a message (rendezvous_steps.h) if the call returns to
   * `caller`, and the step before to `before`. 0: it must be asked each time, or steps are not
   * followed, source or tag is a wildcard, or the program may send in ready mode. */
  uint64_t caller, before;
  uint64_t *sent; /* of sends: how many */
  /* Of the last message, whose call returned to kind_caller: its kind. */
  struct letter_log *letters;
  uint64_t kind_caller;
  MPI_Datatype type;
  uint32_t version; /* type_version */
  int count;
  unsigned kind;
  /* Of receives. */
  struct receive_like receive;
  const _Atomic uint8_t *told;   /* dormant_told */
  const _Atomic uint8_t *slowly; /* the same, or one that is set if leave_slowly is needed */
};
static struct known_place sends[PLACES], receives[PLACES];
static const _Atomic uint8_t always = 1;

/* Both grow only. */
static inline uint64_t changes(void) {
  return handle_changes + counters_moves;
}

static inline struct known_place *place_of(struct known_place *places, MPI_Comm comm, int peer,
                                           int tag) {
  uint64_t h = (uint64_t)(uintptr_t)comm ^ (uint64_t)(unsigned)peer << 32 ^ (unsigned)tag;
  return &places[h * 0x9e3779b97f4a7c15u >> 58];
}

static inline int is_known(const struct known_place *p, MPI_Comm comm, int peer, int tag) {
  return p->comm == comm && p->peer == peer && p->tag == tag && p->changes == changes();
}

static __attribute__((noinline)) int learn_send(struct known_place *p, MPI_Comm comm, int dest,
                                                int tag) {
  struct send_route r;
  if (!send_route(&r, comm, dest, tag) || r.rank == world.rank)
    return 0;
  uint64_t *sent = counters_place(r.rank, r.key); /* may move them */
  *p = (struct known_place){.comm = comm,
                            .peer = dest,
                            .tag = tag,
                            .changes = changes(),
                            .sent = sent,
                            .letters = letters_log(1, r.rank, r.key),
                            .message = {.rank = r.rank, .key = r.key}};
  return sent && *sent; /* the first one is kept by the hooks (unreceived.h) */
}

static __attribute__((noinline)) int learn_receive(struct known_place *p, MPI_Comm comm,
                                                   int source, int tag) {
  struct receive_like like;
  if (!receive_like_find(&like, comm, source, tag))
    return 0;
  const _Atomic uint8_t *told = dormant_told(like.request.peer);
  like.letters = letters_log(0, like.request.peer, like.request.key);
  *p = (struct known_place){
      .comm = comm,
      .peer = source,
      .tag = tag,
      .changes = changes(),
      .receive = like,
      .letters = like.letters,
      .told = told,
      .slowly = steps_followed() && !world.ready ? told : &always,
      .message = {.rank = like.request.peer, .received = 1, .key = like.request.key}};
  return 1;
}

/* Calls in callbacks, and calls while operations are pending, are left to the hooks. */
static inline int may_be_known(const struct frame *f) {
  return !f->depth && world_state == WORLD_ON && !access_watched();
}

/* Whether nothing new would be kept of the message; the second finds out. */
static inline int is_old(const struct known_place *p, const struct frame *f) {
  return p->caller == f->thread->registers[REG_CALLER] &&
         p->before == step_caller(rendezvous_steps());
}

static int becomes_old(struct known_place *p, const struct frame *f) {
  if (!steps_followed() || (p->message.received && world.ready))
    return 1;
  if (*step_kind(f, &p->message, rendezvous_steps()) < OF_KIND)
    return 0;
  p->caller = f->thread->registers[REG_CALLER];
  p->before = step_caller(rendezvous_steps());
  return 1;
}

/* Whether the message is like the last one, so that its kind is known. */
static inline int is_alike(const struct known_place *p, int count, MPI_Datatype type) {
  return p->count == count && p->type == type && p->version == type_version(type);
}

/* What arguments_check has to say of others; the rest it has seen in a message like this one.
 */
static inline int is_allowed(int count, MPI_Datatype type) {
  return count >= 0 && type != MPI_DATATYPE_NULL;
}

/* The call is about to send the message or to receive it. */
static void kind_learn(struct known_place *p, const struct frame *f, int sent, int count,
                       MPI_Datatype type) {
  int first;
  if (is_alike(p, count, type) && p->kind_caller == f->thread->registers[REG_CALLER])
    return;
  p->kind_caller = f->thread->registers[REG_CALLER];
  p->count = count;
  p->type = type;
  p->version = type_version(type);
  p->kind = letters_kind(f, sent, count, type, &first);
  if (first && !sent)
    receive_tell(p->receive.comm, p->peer, p->tag, p->kind);
}

static inline int send_begin_known(struct frame *f, struct known_place *p) {
  f->known = p;
  f->sent.rank = p->message.rank;
  f->sent.key = p->message.key;
  f->sent.number = (*p->sent)++;
  f->sent.numbered = f->sent.counted = f->sent.waits = 1;
  letters_note(p->letters, p->kind, f->sent.number);
  return 1;
}

static __attribute__((noinline)) int send_slowly(struct frame *f, struct known_place *p,
                                                 MPI_Comm comm, int dest, int tag, int count,
                                                 MPI_Datatype type) {
  if (!is_allowed(count, type) ||
      (!is_known(p, comm, dest, tag) && !learn_send(p, comm, dest, tag)) || !becomes_old(p, f))
    return 0;
  kind_learn(p, f, 1, count, type);
  return send_begin_known(f, p);
}

static inline __attribute__((always_inline)) int
send_enter(struct frame *f, MPI_Comm comm, int dest, int tag, int count, MPI_Datatype type) {
  struct known_place *p = place_of(sends, comm, dest, tag);
  return is_known(p, comm, dest, tag) && is_old(p, f) && is_alike(p, count, type)
             ? send_begin_known(f, p)
             : send_slowly(f, p, comm, dest, tag, count, type);
}

static inline int is_wild(int source, int tag) {
  return source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG;
}

/* Of a message that may be one of several it is known after the call which one it was. */
static int learn_wild(struct known_place *p, MPI_Comm comm, int source, int tag) {
  struct comm *c = comm_find(comm);
  if (world.ready == READY || !c || !c->id || c->assertions ||
      (source != MPI_ANY_SOURCE && (source < 0 || source >= c->remote_size)) ||
      (tag != MPI_ANY_TAG && tag < 0))
    return 0;
  *p = (struct known_place){.comm = comm,
                            .peer = source,
                            .tag = tag,
                            .changes = changes(),
                            .receive = {.comm = c, .channel = receive_channel(c)},
                            .slowly = &always};
  return p->receive.channel != NULL;
}

static inline void receive_begin_known(struct frame *f, struct known_place *p) {
  f->receive.kind = p->kind;
  f->receive.comm = p->receive.comm;
  f->receive.steps = rendezvous_steps();
  f->known = p;
}

static __attribute__((noinline)) int receive_slowly(struct frame *f, struct known_place *p,
                                                    MPI_Comm comm, int source, int tag,
                                                    MPI_Status **status, int count,
                                                    MPI_Datatype type) {
  int wild = is_wild(source, tag);
  if (!is_allowed(count, type))
    return 0;
  /* It may come too late for a ready send, or take what a probe has found. */
  if ((world.ready && dormant_some()) || probe_split_count)
    return 0;
  if ((!is_known(p, comm, source, tag) &&
       !(wild ? learn_wild(p, comm, source, tag) : learn_receive(p, comm, source, tag))) ||
      (!wild && !becomes_old(p, f)))
    return 0;
  if (wild && *status == MPI_STATUS_IGNORE)
    *status = (MPI_Status *)f->status;
  if (world.concurrent)
    receive_like_waits(&p->receive, 1);
  kind_learn(p, f, 0, count, type);
  receive_begin_known(f, p);
  return 1;
}

static inline __attribute__((always_inline)) int receive_enter(struct frame *f, MPI_Comm comm,
                                                               int source, int tag,
                                                               MPI_Status **status, int count,
                                                               MPI_Datatype type) {
  struct known_place *p = place_of(receives, comm, source, tag);
  if (!is_known(p, comm, source, tag) || !is_old(p, f) || !is_alike(p, count, type))
    return receive_slowly(f, p, comm, source, tag, status, count, type);
  receive_begin_known(f, p);
  return 1;
}

/* Of the receive more must be asked (`slowly`), or the sender has woken meanwhile, or a
 * callback has woken this process. In the last two cases the hooks must run. */
static __attribute__((noinline)) int leave_slowly(struct frame *f) {
  const struct args_Recv *r = f->args;
  const struct args_Sendrecv *s = f->args;
  int is_recv = f->call == CALL_Recv, bound;
  int source = is_recv ? r->source : s->source, tag = is_recv ? r->tag : s->recvtag;
  int wild = is_wild(source, tag);
  const MPI_Status *status = is_recv ? r->status : s->status;
  struct known_place *p = f->known;
  struct receive_like begun = p->receive;
  MPI_Comm comm = p->comm;
  if (p->slowly == p->told)
    return 0;
  source = source == MPI_ANY_SOURCE ? status->MPI_SOURCE : source;
  tag = tag == MPI_ANY_TAG ? status->MPI_TAG : tag;
  p = wild ? place_of(receives, comm, source, tag) : p;
  if ((wild && !is_known(p, comm, source, tag) && !learn_receive(p, comm, source, tag)) ||
      !dormant_silent(p->told))
    return 0;
  if (world.concurrent)
    receive_like_waits(&begun, -1);
  struct message m = p->message;
  m.number = edge_past(m.rank, m.key, receive_number(&p->receive, &bound));
  if (!bound)
    letters_note(p->letters, f->receive.kind, m.number);
  if (!bound && wild)
    rendezvous_after(f, &m, f->receive.steps, NULL);
  else if (!bound)
    rendezvous_step(f, &m);
  return 1;
}

static inline int receive_leave(struct frame *f) {
  struct known_place *p = f->known;
  int bound;
  if (f->rc != MPI_SUCCESS)
    return 0;
  if (!dormant_silent(p->slowly))
    return leave_slowly(f);
  struct message m = p->message;
  m.number = edge_past(m.rank, m.key, receive_number(&p->receive, &bound));
  if (!bound) {
    letters_note(p->letters, f->receive.kind, m.number);
    rendezvous_step(f, &m);
  }
  return 1;
}

int known_enter_Send(struct frame *f) {
  const struct args_Send *a = f->args;
  return may_be_known(f) && send_enter(f, a->comm, a->dest, a->tag, a->count, a->datatype);
}

int known_leave_Send(struct frame *f) {
  if (f->rc != MPI_SUCCESS)
    return 0;
  rendezvous_step(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number});
  return 1;
}

int known_enter_Recv(struct frame *f) {
  struct args_Recv *a = f->args;
  return may_be_known(f) &&
         receive_enter(f, a->comm, a->source, a->tag, &a->status, a->count, a->datatype);
}

int known_leave_Recv(struct frame *f) {
  return receive_leave(f);
}

/* The message is counted last, because it must not be counted twice. */
int known_enter_Sendrecv(struct frame *f) {
  struct args_Sendrecv *a = f->args;
  if (!may_be_known(f) ||
      !receive_enter(f, a->comm, a->source, a->recvtag, &a->status, a->recvcount, a->recvtype))
    return 0;
  struct known_place *received = f->known;
  int sent = send_enter(f, a->comm, a->dest, a->sendtag, a->sendcount, a->sendtype);
  if (!sent && world.concurrent)
    receive_like_waits(&received->receive, -1);
  f->known = received;
  return sent;
}

int known_leave_Sendrecv(struct frame *f) {
  int over = receive_leave(f);
  if (over)
    rendezvous_step(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number});
  return over;
}
