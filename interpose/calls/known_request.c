#include "known_request.h"
#include "interpose/base/aside.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/data/buffer.h"
#include "interpose/data/type.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/shared_requests.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/dormant.h"
#include "receive.h"
#include "send.h"

#define PLACES 512

/* What tells one place from another; and how often what it was found from had changed then. */
struct place_key {
  uint64_t caller;
  MPI_Comm comm;
  MPI_Datatype type;
  int peer, tag;
  uint64_t comms, moves;
  uint32_t types;
  int thread;
};

struct request_place {
  struct place_key key;
  int fits; /* 0: the hooks must run */
  uint32_t stack;
  struct buffer_like buffer;
  /* Of sends: where they are counted, and where those that are complete at once are. */
  struct send_route route;
  uint64_t *sent;
  struct lost_place *lost;
  int copied;
  struct receive_like receive; /* of receives */
};
static struct request_place sends[PLACES], receives[PLACES];

static inline struct place_key key_of(const struct frame *f, MPI_Comm comm, int peer, int tag,
                                      MPI_Datatype type) {
  return (struct place_key){.caller = f->thread->registers[REG_CALLER],
                            .comm = comm,
                            .type = type,
                            .peer = peer,
                            .tag = tag,
                            .comms = comm_changes,
                            .moves = counters_moves,
                            .types = type_changes(),
                            .thread = f->thread->number};
}

static inline int is_same(const struct place_key *a, const struct place_key *b) {
  return a->caller == b->caller && a->comm == b->comm && a->type == b->type &&
         a->peer == b->peer && a->tag == b->tag && a->comms == b->comms &&
         a->moves == b->moves && a->types == b->types && a->thread == b->thread;
}

static inline struct request_place *place_of(struct request_place *places,
                                             const struct place_key *k) {
  uint64_t h = (uint64_t)(uintptr_t)k->comm ^ (uint64_t)(unsigned)k->peer << 32 ^
               (unsigned)k->tag ^ k->caller << 16;
  return &places[h * 0x9e3779b97f4a7c15u >> 55];
}

static int learn_send(struct request_place *p) {
  const struct place_key *k = &p->key;
  if (!send_route(&p->route, k->comm, k->peer, k->tag) || p->route.rank == world.rank)
    return 0;
  p->sent = counters_place(p->route.rank, p->route.key); /* may move them: then not for long */
  return p->sent != NULL;
}

static int learn_receive(struct request_place *p) {
  return receive_like_find(&p->receive, p->key.comm, p->key.peer, p->key.tag);
}

static __attribute__((noinline)) void learn(struct request_place *p, const struct place_key *k,
                                            struct frame *f, const void *buffer) {
  struct aside a = aside_begin();
  int sends_message = f->call == CALL_Isend;
  *p = (struct request_place){.key = *k};
  p->fits = sends_message ? learn_send(p) : learn_receive(p);
  if (p->fits)
    p->fits = buffer_like_find(&p->buffer, f, !sends_message, buffer, k->type);
  aside_end(a);
}

/* What depends on the stack. */
static __attribute__((noinline)) void move(struct request_place *p, struct frame *f) {
  struct aside a = aside_begin();
  struct maker m = misuse_maker(f->thread);
  p->stack = m.stack;
  p->receive.request.maker = m;
  p->copied = shared_requests_copied(f);
  if (f->call == CALL_Isend && !(p->lost = shared_requests_place(m)))
    p->fits = 0;
  aside_end(a);
}

/* Does what both have in common. Calls in callbacks are left to the hooks. */
static inline int enter(struct request_place *p, const struct place_key *k, struct frame *f,
                        const void *buffer, int count, MPI_Request *request) {
  if (f->depth || world_state != WORLD_ON)
    return 0;
  if (!is_same(&p->key, k))
    learn(p, k, f, buffer);
  if (!p->fits)
    return 0;
  uint32_t stack = stack_capture(f->thread);
  if (p->stack != stack)
    move(p, f);
  f->known = p;
  return p->fits && buffer_enter_like(f, &p->buffer, stack, buffer, count, request);
}

int known_enter_Isend(struct frame *f) {
  const struct args_Isend *a = f->args;
  struct place_key k = key_of(f, a->comm, a->dest, a->tag, a->datatype);
  struct request_place *p = place_of(sends, &k);
  if (!enter(p, &k, f, a->buf, a->count, a->request))
    return 0;
  f->sent.rank = p->route.rank;
  f->sent.key = p->route.key;
  f->sent.number = (*p->sent)++;
  f->sent.numbered = f->sent.counted = f->sent.waits = 1;
  rendezvous_after(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number},
                   rendezvous_steps(), NULL);
  return 1;
}

int known_leave_Isend(struct frame *f) {
  const struct args_Isend *a = f->args;
  const struct request_place *p = f->known;
  if (f->rc != MPI_SUCCESS || !request_shared(*a->request) ||
      !request_follow_shared(*a->request, buffer_pending(f)))
    return 0;
  f->sent.kept = 1;
  rendezvous_begin(f);
  shared_requests_started_at(p->lost, a->request, p->copied);
  f->thread->followed = f->thread->seq;
  return 1;
}

int known_enter_Irecv(struct frame *f) {
  const struct args_Irecv *a = f->args;
  struct place_key k = key_of(f, a->comm, a->source, a->tag, a->datatype);
  if (a->source < 0 || a->tag < 0 ||
      !enter(place_of(receives, &k), &k, f, a->buf, a->count, a->request))
    return 0;
  f->receive.steps = rendezvous_steps();
  return 1;
}

int known_leave_Irecv(struct frame *f) {
  const struct args_Irecv *a = f->args;
  struct request_place *p = f->known;
  return f->rc == MPI_SUCCESS && dormant &&
         receive_follow_like(f, &p->receive, *a->request, buffer_pending(f));
}
