#include "known_message.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/data/buffer.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "receive.h"
#include "send.h"

#define PLACES 64

/* A communicator, rank and tag, and what they stand for as long as no communicator is made or
 * freed and no counter moves. */
struct known_place {
  MPI_Comm comm;
  int peer, tag;
  uint64_t comms, moves;
  struct comm *c;
  struct receive_channel *channel; /* of receives */
  uint64_t *sent;                  /* of sends: how many */
  struct message message;          /* but for the number */
};
static struct known_place sends[PLACES], receives[PLACES];

static inline struct known_place *place_of(struct known_place *places, MPI_Comm comm, int peer,
                                           int tag) {
  uint64_t h = (uint64_t)(uintptr_t)comm ^ (uint64_t)(unsigned)peer << 32 ^ (unsigned)tag;
  return &places[h * 0x9e3779b97f4a7c15u >> 58];
}

static inline int is_known(const struct known_place *p, MPI_Comm comm, int peer, int tag) {
  return p->comm == comm && p->peer == peer && p->tag == tag && p->comms == comm_changes &&
         p->moves == counters_moves;
}

static __attribute__((noinline)) struct known_place *
learn_send(struct known_place *p, MPI_Comm comm, int dest, int tag) {
  struct send_route r;
  if (!send_route(&r, comm, dest, tag) || r.rank == world.rank)
    return NULL;
  uint64_t *sent = counters_place(r.rank, r.key); /* may move them */
  *p = (struct known_place){.comm = comm,
                            .peer = dest,
                            .tag = tag,
                            .comms = comm_changes,
                            .moves = counters_moves,
                            .sent = sent,
                            .message = {.rank = r.rank, .key = r.key}};
  return sent ? p : NULL;
}

static __attribute__((noinline)) struct known_place *
learn_receive(struct known_place *p, MPI_Comm comm, int source, int tag) {
  struct comm *c = source >= 0 && tag >= 0 ? comm_find(comm) : NULL;
  if (!c || !c->id || source >= c->remote_size || c->remote[source] == world.rank)
    return NULL;
  *p = (struct known_place){
      .comm = comm,
      .peer = source,
      .tag = tag,
      .comms = comm_changes,
      .moves = counters_moves,
      .c = c,
      .channel = receive_channel(c->id),
      .message = {.rank = c->remote[source], .received = 1, .key = edge_key(c->id, tag)}};
  return p->channel ? p : NULL;
}

/* Calls in callbacks, and calls while operations are pending, are left to the hooks. */
static inline int may_be_known(const struct frame *f) {
  return !f->depth && world_state == WORLD_ON && !access_watched();
}

static inline int send_enter(struct frame *f, MPI_Comm comm, int dest, int tag) {
  struct known_place *p = place_of(sends, comm, dest, tag);
  if (!is_known(p, comm, dest, tag) && !(p = learn_send(p, comm, dest, tag)))
    return 0;
  if (!rendezvous_known(f, &p->message))
    return 0;
  f->sent.rank = p->message.rank;
  f->sent.key = p->message.key;
  f->sent.number = (*p->sent)++;
  f->sent.numbered = f->sent.counted = f->sent.waits = 1;
  return 1;
}

static inline struct known_place *receive_find(struct frame *f, MPI_Comm comm, int source,
                                               int tag) {
  struct known_place *p = place_of(receives, comm, source, tag);
  if (!is_known(p, comm, source, tag) && !(p = learn_receive(p, comm, source, tag)))
    return NULL;
  return rendezvous_known(f, &p->message) ? p : NULL;
}

static inline void receive_enter(struct frame *f, struct known_place *p) {
  f->receive.comm = p->c;
  f->known = p;
  f->receive.steps = rendezvous_steps();
}

/* If the sender has woken meanwhile, or a callback has woken this process, the hooks must run.
 */
static inline int receive_leave(struct frame *f) {
  struct known_place *p = f->known;
  int bound;
  if (f->rc != MPI_SUCCESS || !dormant || !dormant_silent(p->message.rank))
    return 0;
  struct message m = p->message;
  m.number = edge_past(m.rank, m.key, receive_number(p->channel, p->peer, p->tag, &bound));
  if (!bound)
    rendezvous_step(f, &m);
  return 1;
}

int known_enter_Send(struct frame *f) {
  const struct args_Send *a = f->args;
  return may_be_known(f) && send_enter(f, a->comm, a->dest, a->tag);
}

int known_leave_Send(struct frame *f) {
  if (f->rc != MPI_SUCCESS)
    return 0;
  rendezvous_step(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number});
  return 1;
}

int known_enter_Recv(struct frame *f) {
  const struct args_Recv *a = f->args;
  struct known_place *p = may_be_known(f) ? receive_find(f, a->comm, a->source, a->tag) : NULL;
  if (p)
    receive_enter(f, p);
  return p != NULL;
}

int known_leave_Recv(struct frame *f) {
  return receive_leave(f);
}

int known_enter_Sendrecv(struct frame *f) {
  const struct args_Sendrecv *a = f->args;
  struct known_place *p =
      may_be_known(f) ? receive_find(f, a->comm, a->source, a->recvtag) : NULL;
  if (!p || !send_enter(f, a->comm, a->dest, a->sendtag))
    return 0;
  receive_enter(f, p);
  return 1;
}

int known_leave_Sendrecv(struct frame *f) {
  return receive_leave(f);
}
