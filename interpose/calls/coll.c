#include "coll.h"
#include "interpose/thread_calls/turn.h"
#include <pthread.h>
#include <stdlib.h>
#include <utlist.h>
#include "interpose/agreement/agreement.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/stream/feed.h"

/* The collective call under way in this thread. */
static __thread struct {
  struct comm *comm;   /* the communicator among whose calls it is counted */
  struct comm *agreed; /* among whose promises */
  struct flow *flow;
  MPI_Request *request;
  int persistent, all;
  int silent;     /* this process is dormant, so it tells nobody */
  int64_t number; /* which call on the communicator it is, among those of coll.def and those
                     that make communicators */
  uint64_t begun; /* how many of all collective calls on it this process has begun */
  uint64_t steps; /* rendezvous_steps.h */
} now;

/* Persistent operations, for waits of any thread; the watchdog's asks for them, too. */
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static struct flow *kept;
#define FREED 64 /* how many of those that were freed are remembered */
static struct { uint64_t comm, made, starts; } freed[FREED];
static unsigned freed_count;

static void release(struct flow *w, struct frame *f) {
  for (int i = 0; i < w->to; i++)
    edge_release(f, w->rank[i], w->key);
}

static void acquire(struct flow *w, struct frame *f) {
  for (int i = 0; i < w->from; i++) {
    int32_t rank = w->rank[w->to + i];
    if (!w->in || !dormant_was_in_call(rank, w->in, w->number))
      edge_acquire_only(f, rank, w->key);
  }
}

/* The call did nothing, so the next one on the communicator gets its number and key. */
static void unrelease(struct flow *w, struct frame *f) {
  if (now.silent)
    counters_set(COUNTER_ALL, w->in, w->number);
  for (int i = 0; i < w->to && !now.silent; i++)
    edge_void(f, w->rank[i], w->key, counters_next(w->rank[i], w->key));
}

/* These follow the request of a nonblocking or persistent call. */

static void tell_peers(struct flow *w, enum way way, uint64_t key) {
  request_peer(&w->pending, way, w->from == w->comm->size - 1 ? -1 : w->rank[w->to], w->comm,
               key);
}

static void on_start(struct pending_request *p, struct frame *f) {
  struct flow *w = (struct flow *)p;
  w->key = edge_key(w->kept_key, (int64_t)w->starts++);
  if (w->comm)
    tell_peers(w, WAY_STARTED, started_key(w->made, w->starts));
  release(w, f);
}

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct flow *w = (struct flow *)p;
  (void)status;
  if (!ok)
    return;
  acquire(w, f);
  if (w->comm && !w->made && (f->call == CALL_Wait || f->call == CALL_Waitall))
    rendezvous_step(f, &(struct message){-1, 0, w->in, w->number});
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct flow *w = (struct flow *)p;
  (void)f;
  if (w->made) {
    pthread_mutex_lock(&kept_lock);
    DL_DELETE(kept, w);
    unsigned at = freed_count++ % FREED;
    freed[at].comm = w->comm->id;
    freed[at].made = w->made;
    freed[at].starts = w->starts;
    pthread_mutex_unlock(&kept_lock);
  }
  if (w->comm)
    comm_drop(w->comm);
  flow_give_back(w);
}

static void keep(struct flow *w) {
  w->made = now.begun;
  pthread_mutex_lock(&kept_lock);
  DL_APPEND(kept, w);
  pthread_mutex_unlock(&kept_lock);
}

void coll_each_kept(void *context, void (*each)(void *context, uint64_t comm, uint64_t made,
                                                uint64_t starts)) {
  pthread_mutex_lock(&kept_lock);
  for (const struct flow *w = kept; w; w = w->next)
    each(context, w->comm->id, w->made, w->starts);
  for (unsigned i = 0; i < freed_count && i < FREED; i++)
    each(context, freed[i].comm, freed[i].made, freed[i].starts);
  pthread_mutex_unlock(&kept_lock);
}

/* Before the call. */

static void begin_all(struct frame *f) {
  now.all = 1;
  now.silent = dormant_all_enter();
  if (now.silent)
    return;
  world_event_plain(&f->thread->event, f, EVENT_ALL);
  world_feed(&f->thread->event);
}

static void begin_flow(struct frame *f, struct flow *w, MPI_Request *request, int persistent) {
  if (!w) {
    world_off("out of memory", 0);
    return;
  }
  now.flow = w;
  now.request = request;
  now.persistent = persistent;
  if (now.comm && !persistent) {
    w->in = now.comm->id;
    w->number = (uint64_t)now.number;
    now.silent = dormant_call(w->in, w->number);
  } else {
    dormant_wake();
  }
  if (!persistent && !now.silent)
    release(w, f);
}

/* An error handler may have left an earlier call by longjmp, so that it never came to its
 * end. */
static void begin(void) {
  if (now.flow)
    flow_give_back(now.flow);
  now.flow = NULL;
  now.comm = now.agreed = NULL;
  now.request = NULL;
  now.all = now.silent = 0;
}

static void promise(struct frame *f, struct comm *c, const struct coll *k) {
  coll_own(f, c, k);
  if ((!c->inter && c->size < 2) || c->foreign)
    return;
  unsigned kind = coll_promise(f, c, k);
  now.agreed = c;
  if (world.concurrent)
    agreement_note_shared(&c->agreed, kind);
  else
    agreement_note(&c->agreed, kind);
  now.begun = c->agreed.calls;
}

void coll_begin(struct frame *f, struct coll *k, MPI_Request *request, int persistent) {
  struct comm *c = comm_find(k->comm);
  begin();
  if (!c || !c->id)
    return;
  now.comm = c;
  if (c->inter || c->size > 1)
    turn_collective(f, c->id);
  int64_t number = now.number = (int64_t)c->calls++;
  now.steps = rendezvous_steps();
  promise(f, c, k);
  k->send.size = k->recv.size = -1;
  if (c->whole && !world.concurrent && !request && flow_everywhere(c, k))
    begin_all(f);
  else
    begin_flow(f, flow_new(c, k, edge_key(c->id, -1 - number)), request, persistent);
}

void coll_begin_all(struct comm *c, unsigned promise) {
  begin();
  agreement_note(&c->agreed, promise);
  now.comm = now.agreed = c;
  now.number = (int64_t)c->calls++;
  now.steps = rendezvous_steps();
  now.all = 1;
  now.silent = dormant_all_enter();
}

/* Between the two groups of an inter-communicator, only calls for communication make edges. The
 * standard does not say what the calls that make communicators let the groups know of each
 * other. */
void coll_begin_making(struct frame *f, MPI_Comm parent, MPI_Request *request) {
  struct comm *c = comm_find(parent);
  struct coll k = {.comm = parent, .send.always = 1, .recv.always = 1};
  begin();
  if (c && c->id && c->inter)
    promise(f, c, &k);
  if (!c || c->inter)
    return;
  coll_begin(f, &k, request, 0);
}

void coll_begin_group(struct frame *f, const int32_t *rank, int size, uint64_t id) {
  int member = 0, foreign = 0;
  begin();
  for (int i = 0; i < size; i++) {
    member |= rank[i] == world.rank;
    foreign |= rank[i] < 0;
  }
  if (member && !foreign)
    begin_flow(f, flow_among(rank, size, edge_key(id, -1)), NULL, 0);
}

/* After the call. */

int coll_refused(int rc) {
  int class = MPI_SUCCESS;
  if (rc == MPI_SUCCESS)
    return 0;
  REAL(Error_class)(rc, &class);
  switch (class) {
  case MPI_ERR_BUFFER:
  case MPI_ERR_COUNT:
  case MPI_ERR_TYPE:
  case MPI_ERR_TAG:
  case MPI_ERR_COMM:
  case MPI_ERR_RANK:
  case MPI_ERR_REQUEST:
  case MPI_ERR_ROOT:
  case MPI_ERR_GROUP:
  case MPI_ERR_OP:
  case MPI_ERR_TOPOLOGY:
  case MPI_ERR_DIMS:
  case MPI_ERR_ARG:
  case MPI_ERR_INFO:
  case MPI_ERR_WIN:
  case MPI_ERR_FILE:
  case MPI_ERR_BASE:
  case MPI_ERR_SIZE:
  case MPI_ERR_DISP:
  case MPI_ERR_ASSERT:
    return 1;
  default:
    return 0;
  }
}

/* A wait for the request can say for whom it waits, if that is all others or one. */
static void hold_peers(struct flow *w) {
  struct comm *c = now.comm;
  if (!c || c->inter || c->foreign || !w->from || (w->from != 1 && w->from != c->size - 1))
    return;
  comm_hold(c);
  w->comm = c;
  if (now.persistent)
    keep(w);
  else
    tell_peers(w, WAY_COLLECTIVE, now.begun);
}

static void leave_flow(struct flow *w, struct frame *f, int wrong) {
  if (wrong && !now.persistent)
    unrelease(w, f);
  if (f->rc != MPI_SUCCESS) {
    flow_give_back(w);
    return;
  }
  w->kept_key = w->key;
  w->pending.complete = on_complete;
  w->pending.start = on_start;
  w->pending.drop = on_drop;
  if (now.request && request_follow(*now.request, &w->pending, now.persistent)) {
    hold_peers(w);
    return;
  }
  if (!now.persistent)
    acquire(w, f);
  flow_give_back(w);
}

/* Returns `wrong`. */
static __attribute__((noinline)) int fail(int wrong) {
  if (now.comm && wrong)
    now.comm->calls--;
  if (now.agreed)
    agreement_failed(&now.agreed->agreed, wrong);
  return wrong;
}

void coll_leave(struct frame *f) {
  struct flow *w = now.flow;
  int wrong = f->rc != MPI_SUCCESS && fail(coll_refused(f->rc));
  if (now.all && now.silent)
    dormant_all_leave(!wrong);
  else if (now.all)
    world_feed_leave(&f->thread->event, !wrong);
  if (now.comm && !wrong && !now.request && !now.comm->inter && now.comm->size > 1) {
    rendezvous_collective(f, now.comm->id, now.number, now.steps);
    if (rendezvous.doubted && now.comm->size == world.size)
      rendezvous.doubted = 0;
  } else if (now.comm && !wrong && !now.persistent && !now.comm->inter && now.comm->size > 1)
    rendezvous_after(f, &(struct message){-1, 0, now.comm->id, (uint64_t)now.number}, now.steps,
                     NULL);
  now.flow = NULL;
  now.all = 0;
  if (w)
    leave_flow(w, f, wrong);
  now.comm = now.agreed = NULL;
}

/* The calls. */

/* Amounts by peer: the same for each; an array; an array together with one of datatypes; an
 * array of which only the own element counts. */
#define ONE(n, t) ((struct part){.count = (int64_t)(n), .type = (t)})
#define WIDE(n) .counts = (n), .wide = sizeof *(n) == sizeof(MPI_Count)
#define MANY(n, t) ((struct part){WIDE(n), .type = (t)})
#define TYPED(n, t) ((struct part){WIDE(n), .types = (t)})
#define MINE(n, t) ((struct part){WIDE(n), .type = (t), .own = 1})
#define ALWAYS ((struct part){.always = 1})
#define IN_PLACE(place, other) (a->sendbuf == MPI_IN_PLACE ? (place) : (other))

#define ROW(Name, direction_, root_, send_, recv_, request, persistent)                        \
  void coll_enter_##Name(struct frame *f);                                                     \
  void coll_enter_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    struct coll k = {a->comm, direction_, root_, send_, recv_};                                \
    coll_begin(f, &k, request, persistent);                                                    \
  }
#define BLOCKING(Name, ...) ROW(Name, __VA_ARGS__, NULL, 0)
#define NONBLOCKING(Name, ...) ROW(Name, __VA_ARGS__, a->request, 0)
#define PERSISTENT(Name, ...) ROW(Name, __VA_ARGS__, a->request, 1)
#include "coll.def"
