#include "known_request.h"
#include "interpose/agreement/letters.h"
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
#include "interpose/thread_calls/probe_split.h"
#include "receive.h"
#include "send.h"

#define PLACES 512

/* A place, and what is known of it as long as `changes` is the same. */
struct request_place {
  uint64_t caller;
  MPI_Comm comm;
  MPI_Datatype type;
  int peer, tag;
  int thread;
  int fits; /* 0: the hooks must run */
  uint64_t changes;
  uint32_t stack;
  int copied; /* shared_requests_copied */
  struct buffer_like buffer;
  /* Of sends: where they are counted, and those among them that are complete at once. */
  struct send_route route;
  uint64_t *sent;
  struct lost_place *lost;
  struct receive_like receive; /* of receives */
  struct letter_log *letters;  /* of sends */
  /* The kind of the last message (letters.h); count -1: there is none yet. */
  int count;
  unsigned kind;
};
static struct request_place sends[PLACES], receives[PLACES];

/* Each of these grows only. */
static inline uint64_t changes(MPI_Datatype type) {
  return handle_changes + type_version(type) + counters_moves;
}

static inline struct request_place *place_of(struct request_place *places,
                                             const struct frame *f, MPI_Comm comm, int peer,
                                             int tag) {
  uint64_t h = (uint64_t)(uintptr_t)comm ^ (uint64_t)(unsigned)peer << 32 ^ (unsigned)tag ^
               f->thread->registers[REG_CALLER] << 16;
  return &places[h * 0x9e3779b97f4a7c15u >> 55];
}

static inline int is_known(const struct request_place *p, const struct frame *f, MPI_Comm comm,
                           int peer, int tag, MPI_Datatype type) {
  return p->caller == f->thread->registers[REG_CALLER] && p->comm == comm && p->peer == peer &&
         p->tag == tag && p->type == type && p->thread == f->thread->number &&
         p->changes == changes(type);
}

static int learn_send(struct request_place *p) {
  if (!send_route(&p->route, p->comm, p->peer, p->tag) || p->route.rank == world.rank)
    return 0;
  p->sent = counters_place(p->route.rank, p->route.key);
  p->letters = letters_log(1, p->route.rank, p->route.key);
  return p->sent != NULL;
}

static __attribute__((noinline)) void learn(struct request_place *p, struct frame *f,
                                            MPI_Comm comm, int peer, int tag, MPI_Datatype type,
                                            const void *buffer, const MPI_Request *request) {
  struct aside a = aside_begin();
  int is_send = f->call == CALL_Isend;
  *p = (struct request_place){.caller = f->thread->registers[REG_CALLER],
                              .comm = comm,
                              .type = type,
                              .peer = peer,
                              .tag = tag,
                              .thread = f->thread->number,
                              .count = -1};
  /* Where ready mode may be used, who posts a receive wakes (dormant.h). */
  p->fits = request &&
            (is_send ? learn_send(p)
                     : !world.ready && receive_like_find(&p->receive, comm, peer, tag)) &&
            buffer_like_find(&p->buffer, f, !is_send, buffer, type);
  if (p->fits && !is_send)
    p->receive.letters = letters_log(0, p->receive.request.peer, p->receive.request.key);
  p->changes = changes(type); /* looking for the counter may have moved others */
  if (p->sent && !*p->sent) { /* the first one is kept by the hooks (unreceived.h) */
    p->fits = 0;
    p->caller = 0;
  }
  aside_end(a);
}

static __attribute__((noinline)) unsigned kind_slowly(struct request_place *p,
                                                      const struct frame *f, int count) {
  struct aside a = aside_begin();
  int first, sent = f->call == CALL_Isend;
  p->count = count;
  p->kind = letters_kind(f, sent, count, p->type, &first);
  if (first && !sent)
    receive_tell(p->receive.comm, p->peer, p->tag, p->kind);
  aside_end(a);
  return p->kind;
}

static inline unsigned kind_of(struct request_place *p, const struct frame *f, int count) {
  return p->count == count ? p->kind : kind_slowly(p, f, count);
}

/* What depends on the stack. */
static __attribute__((noinline)) int move(struct request_place *p, struct frame *f) {
  struct aside a = aside_begin();
  struct maker m = misuse_maker(f->thread);
  p->stack = p->buffer.item.stack = m.stack;
  p->receive.request.maker = m;
  p->copied = shared_requests_copied(f);
  p->count = -1;
  if (f->call == CALL_Isend && !(p->lost = shared_requests_place(m)))
    p->fits = 0;
  aside_end(a);
  return p->fits;
}

/* Calls in callbacks are left to the hooks. */
static inline int may_be_known(const struct frame *f) {
  return !f->depth && world_state == WORLD_ON;
}

/* What both have in common. */
static inline int enter(struct request_place *p, struct frame *f, const void *buffer, int count,
                        MPI_Request *request, int32_t to) {
  f->known = p;
  return p->fits && (p->stack == stack_capture(f->thread) || move(p, f)) &&
         buffer_enter_like(f, &p->buffer, buffer, count, request, to);
}

int known_enter_Isend(struct frame *f) {
  const struct args_Isend *a = f->args;
  struct request_place *p = place_of(sends, f, a->comm, a->dest, a->tag);
  if (!may_be_known(f))
    return 0;
  if (!is_known(p, f, a->comm, a->dest, a->tag, a->datatype))
    learn(p, f, a->comm, a->dest, a->tag, a->datatype, a->buf, a->request);
  if (!enter(p, f, a->buf, a->count, a->request, p->route.rank))
    return 0;
  f->sent.rank = p->route.rank;
  f->sent.key = p->route.key;
  unsigned kind = kind_of(p, f, a->count);
  f->sent.number = (*p->sent)++;
  letters_note(p->letters, kind, f->sent.number);
  f->sent.numbered = f->sent.counted = f->sent.waits = 1;
  rendezvous_after(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number},
                   rendezvous_steps(), NULL);
  return 1;
}

int known_leave_Isend(struct frame *f) {
  const struct args_Isend *a = f->args;
  const struct request_place *p = f->known;
  if (f->rc != MPI_SUCCESS || world_state != WORLD_ON || !request_shared(*a->request) ||
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
  struct request_place *p = place_of(receives, f, a->comm, a->source, a->tag);
  if (!may_be_known(f) || probe_split_count)
    return 0;
  if (!is_known(p, f, a->comm, a->source, a->tag, a->datatype))
    learn(p, f, a->comm, a->source, a->tag, a->datatype, a->buf, a->request);
  if (!enter(p, f, a->buf, a->count, a->request, -1))
    return 0;
  f->receive.steps = rendezvous_steps();
  f->receive.kind = kind_of(p, f, a->count);
  if (world.concurrent)
    receive_like_posts(&p->receive, 1);
  return 1;
}

int known_leave_Irecv(struct frame *f) {
  const struct args_Irecv *a = f->args;
  struct request_place *p = f->known;
  if (f->rc != MPI_SUCCESS || world_state != WORLD_ON ||
      !receive_follow_like(f, &p->receive, *a->request, buffer_pending(f)))
    return 0;
  if (world.concurrent)
    receive_like_posts(&p->receive, -1);
  return 1;
}
