/* receive_request.c: receives that have a request (receive_part.h). */
#include <stdlib.h>
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/handles/request_table.h"
#include "error_result.h"
#include "receive_part.h"
#include "interpose/agreement/letters.h"

static struct pending_request *spare; /* of receives that are over */

static void post(struct receiving *r) {
  calls_lock(&receive_lock);
  r->receive = match_post(r->channel->match, r->source, r->tag, r);
  calls_unlock(&receive_lock);
  if (!r->receive)
    world_off("out of memory", 0);
}

static void complete(struct receiving *r, struct frame *f, const MPI_Status *status, int ok) {
  struct receive *receive = r->receive;
  int source = 0, tag = 0, bound = 0;
  int64_t n = -1;
  r->receive = NULL;
  if (!receive)
    return;
  int nothing = !ok && receive_cancelled(status);
  int known = !nothing && receive_took(r->comm, r->source, r->tag, status, &source, &tag);
  calls_lock(&receive_lock);
  if (nothing)
    match_cancel(r->channel->match, receive);
  else if (!known)
    match_forget(r->channel->match, receive);
  else
    n = match_complete(r->channel->match, receive, source, tag);
  bound = match_bound(r->channel->match);
  calls_unlock(&receive_lock);
  if (!known) {
    edge_unpost(f, r->id, !nothing);
    return;
  }
  f->received = ok ? receive_bytes(status) : -1;
  if (ok)
    receive_compare(f, r->exact, status);
  struct message m = receive_acquire(f, r->comm, source, tag, n, r->id, bound ? EDGE_BOUND : 0);
  struct maker at;
  if (bound)
    return;
  if (r->kind && (ok || result_cut(f, status ? status->MPI_ERROR : MPI_SUCCESS)))
    letters_note(letters_log(0, m.rank, m.key), r->kind, m.number);
  if (r->posted && request_maker(&r->pending, &at))
    rendezvous_after(f, &m, r->posted, &at);
  if (r->source != MATCH_ANY && r->tag != MATCH_ANY &&
      (f->call == CALL_Wait || f->call == CALL_Waitall))
    rendezvous_step(f, &m);
}

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct receiving *r = (struct receiving *)p;
  complete(r, f, status, ok);
  if (r->use)
    r->use->complete(r->use, f, status, ok);
}

static void on_start(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  if (r->source != MATCH_ANY && r->tag != MATCH_ANY)
    receive_give_back(f, r->comm, r->source, r->tag);
  r->id = receive_announce(f, r->comm, r->source, r->tag, r->kind, RECEIVE_STAYS);
  r->posted = rendezvous_steps();
  if (!r->told)
    receive_tell(r->comm, r->source, r->tag, r->kind);
  r->told = 1;
  post(r);
}

static void on_cancel(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  (void)f;
  calls_lock(&receive_lock);
  if (r->receive)
    match_doubt(r->receive);
  calls_unlock(&receive_lock);
}

/* They come and go with messages. What follows asks only once whether there may be other
 * threads. */
static inline struct pending_request *spare_take(void) {
  struct pending_request *p = spare;
  spare = p ? p->next : NULL;
  return p;
}

static inline void spare_give(struct pending_request *p) {
  p->next = spare;
  spare = p;
}

static __attribute__((noinline)) struct pending_request *spare_take_locked(void) {
  pthread_mutex_lock(&receive_lock);
  struct pending_request *p = spare_take();
  pthread_mutex_unlock(&receive_lock);
  return p;
}

static __attribute__((noinline)) void spare_give_locked(struct pending_request *p) {
  pthread_mutex_lock(&receive_lock);
  spare_give(p);
  pthread_mutex_unlock(&receive_lock);
}

static struct receiving *receiving_new(void) {
  struct pending_request *p = world.concurrent ? spare_take_locked() : spare_take();
  return p ? (struct receiving *)p : malloc(sizeof(struct receiving));
}

static void receiving_free(struct receiving *r) {
  if (world.concurrent)
    spare_give_locked(&r->pending);
  else
    spare_give(&r->pending);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct receiving *r = (struct receiving *)p;
  calls_lock(&receive_lock);
  if (r->receive)
    match_forget(r->channel->match, r->receive);
  calls_unlock(&receive_lock);
  if (r->receive)
    edge_unpost(f, r->id, 1);
  comm_drop(r->comm);
  if (r->use)
    r->use->drop(r->use, f);
  receiving_free(r);
}

static inline int64_t take_number(const struct receiving *r, int *bound) {
  int64_t n = match_complete(r->channel->match, r->receive, r->source, r->tag);
  *bound = match_bound(r->channel->match);
  return n;
}

static __attribute__((noinline)) int64_t take_locked(const struct receiving *r, int *bound) {
  pthread_mutex_lock(&receive_lock);
  int64_t n = take_number(r, bound);
  pthread_mutex_unlock(&receive_lock);
  return n;
}

/* The usual case: the message is named and comes from a dormant process. */
static void on_end(struct pending_request *p, struct frame *f, const MPI_Status *status) {
  struct receiving *r = (struct receiving *)p;
  int32_t rank = r->source < 0 ? -1 : r->comm->remote[r->source];
  struct message m = {rank, 1, r->key, 0};
  struct maker at;
  if (!r->key || rank == world.rank || !dormant || !dormant_silent(dormant_told(rank))) {
    on_complete(p, f, status, 1);
    on_drop(p, f);
    return;
  }
  int bound;
  int64_t n = world.concurrent ? take_locked(r, &bound) : take_number(r, &bound);
  if (n < 0)
    world_off("out of memory", 0);
  m.number = edge_past(rank, r->key, (uint64_t)n);
  if (!bound && r->kind)
    letters_note(r->letters ? r->letters : letters_log(0, rank, r->key), r->kind, m.number);
  if (!bound && rendezvous_new(f, &m, r->posted) && request_maker(p, &at))
    rendezvous_after(f, &m, r->posted, &at);
  if (!bound && (f->call == CALL_Wait || f->call == CALL_Waitall))
    rendezvous_step(f, &m);
  comm_drop(r->comm);
  if (r->use)
    r->use->end(r->use, f, status);
  receiving_free(r);
}

enum { FAILINGS_MOST = 64 };

static const struct pending_request followed_by = {
    .complete = on_complete, .end = on_end, .drop = on_drop, .cancel = on_cancel};

int receive_like_find(struct receive_like *r, MPI_Comm comm, int source, int tag) {
  struct comm *c = source >= 0 && tag >= 0 ? receive_followed(comm, source, tag) : NULL;
  *r = (struct receive_like){.comm = c, .match = {.source = source, .tag = tag}};
  if (!c || c->assertions || c->remote[source] == world.rank ||
      !(r->channel = receive_channel(c)))
    return 0;
  r->request = (struct request_like){
      .way = WAY_RECEIVE, .peer = c->remote[source], .key = edge_key(c->id, tag)};
  return 1;
}

void receive_like_waits(struct receive_like *l, int change) {
  l->channel->waiting += change;
}

void receive_like_posts(struct receive_like *l, int change) {
  l->channel->posting += change;
}

uint64_t receive_number(struct receive_like *l, int *bound) {
  int64_t n = match_now_again(l->channel->match, &l->match);
  *bound = match_bound(l->channel->match);
  if (n < 0)
    world_off("out of memory", 0);
  return n < 0 ? 0 : (uint64_t)n;
}

int receive_follow_like(struct frame *f, struct receive_like *l, MPI_Request handle,
                        struct pending_request *use) {
  struct receiving *r = receiving_new();
  if (!r)
    return 0;
  *r = (struct receiving){.pending = followed_by,
                          .posted = f->receive.steps,
                          .kind = f->receive.kind,
                          .letters = l->letters,
                          .comm = l->comm,
                          .channel = l->channel,
                          .source = l->match.source,
                          .tag = l->match.tag,
                          .key = l->request.key,
                          .use = use};
  if (!request_follow_like(handle, &l->request, &r->pending)) {
    receiving_free(r);
    return 0;
  }
  comm_hold(r->comm);
  r->receive = match_post_again(l->channel->match, &l->match, r);
  if (!r->receive)
    world_off("out of memory", 0);
  return 1;
}

void receive_follow(struct frame *f, struct comm *c, int source, int tag, MPI_Request handle,
                    int persistent) {
  struct receiving *r = receiving_new();
  if (r) {
    *r = (struct receiving){.pending = followed_by,
                            .id = persistent ? 0 : f->receive.announced,
                            .posted = f->receive.steps,
                            .kind = f->receive.kind,
                            .exact = f->receive.exact,
                            .comm = c,
                            .source = receive_source(source),
                            .tag = receive_tag(tag)};
    r->pending.start = persistent ? on_start : NULL;
    calls_lock(&receive_lock);
    r->channel = receive_channel_get(c);
    calls_unlock(&receive_lock);
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
                 r->source < 0 ? c : NULL, r->tag < 0 ? 0 : edge_key(c->id, r->tag));
  if (followed && !persistent)
    post(r);
}

/* Receives of one place. Which of them gets which message is certain only if all are alike. */
struct failing {
  int32_t rank;
  uint64_t key;
  unsigned kind, count;
};
struct failings {
  struct failing place[FAILINGS_MOST];
  int places;
};

static void add_failing(struct failings *all, const struct receiving *r) {
  struct failing n = {r->source < 0 ? -1 : r->comm->remote[r->source],
                      r->tag < 0 ? 0 : edge_key(r->comm->id, r->tag), r->kind, 1};
  int i = 0;
  while (i < all->places &&
         (all->place[i].rank != n.rank || all->place[i].key != n.key || n.rank < 0 || !n.key))
    i++;
  if (i < all->places) {
    all->place[i].count++;
    all->place[i].kind = all->place[i].kind == n.kind ? n.kind : 0;
  } else if (i < FAILINGS_MOST)
    all->place[all->places++] = n;
}

static void each_failing(void *context, const struct request_entry *e) {
  for (const struct pending_request *p = e->first; p; p = p->next) {
    const struct receiving *r = (const struct receiving *)p;
    if (p->complete == on_complete && r->receive)
      add_failing(context, r);
  }
}

void receive_pending_failing(void) {
  struct failings all = {.places = 0};
  request_table_each(&all, each_failing);
  for (int i = 0; i < all.places; i++) {
    const struct failing *p = &all.place[i];
    letters_tell_failing(p->kind, p->rank, p->key, p->count);
  }
}
