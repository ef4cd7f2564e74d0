#include "send.h"
#include <pthread.h>
#include <stdlib.h>
#include "bsend_buffer.h"
#include "receive_ack.h"
#include "interpose/handles/object.h"
#include "interpose/agreement/letters.h"
#include "interpose/handles/comm.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/stream/unreceived.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/request.h"
#include "interpose/base/world.h"

int send_route(struct send_route *r, MPI_Comm handle, int dest, int tag) {
  const struct comm *c = comm_find(handle);
  if (!c || !c->id || dest < 0 || dest >= c->remote_size || tag < 0 || tag > world_tag_bound())
    return 0;
  *r = (struct send_route){c->remote[dest], edge_key(c->id, tag), tag};
  return 1;
}

static int needs_order(enum mode mode) {
  return mode == MODE_BUFFERED || mode == MODE_READY;
}

static void begin(struct frame *f, const struct send_route *r, enum mode mode) {
  static const int flags[] = {[MODE_BUFFERED] = RELEASE_BUFFERED, [MODE_READY] = RELEASE_READY};
  int other = r->rank != world.rank, synchronous = mode == MODE_SYNCHRONOUS && other;
  f->sent.waits = mode == MODE_STANDARD || mode == MODE_SYNCHRONOUS;
  edge_send(f, flags[mode]);
  if (f->sent.numbered)
    rendezvous_after(f, &(struct message){r->rank, 0, r->key, f->sent.number},
                     rendezvous_steps(), NULL);
  f->sent.synchronous = f->sent.counted && synchronous;
  if (f->sent.counted && world.synchronous && other && (synchronous || !f->sent.silent))
    back_begin(f, r->rank, r->key, f->sent.number, synchronous);
}

/* The kind of the message is known. */
static void note_letter(const struct frame *f, const struct send_route *r) {
  if (f->sent.numbered)
    letters_note(letters_log(1, r->rank, r->key), f->sent.kind, f->sent.number);
}

static void number(struct frame *f, const struct send_route *r) {
  edge_number(f, r->rank, r->key);
  if (f->sent.numbered && !f->sent.number)
    unreceived_first(f, r->tag);
}

void send_begin(struct frame *f, int64_t count, MPI_Datatype type, int dest, int tag,
                MPI_Comm comm, enum mode mode) {
  struct send_route r;
  int found = send_route(&r, comm, dest, tag), first = 0;
  int typed = count >= 0 && type != MPI_DATATYPE_NULL; /* MPICH sends nothing of no type */
  f->sent.need =
      mode == MODE_BUFFERED && dest >= 0 && typed ? attach_need(comm, count, type) : -1;
  if (needs_order(mode))
    dormant_wake();
  if (found) {
    number(f, &r);
    f->sent.kind = letters_kind(f, 1, count, type, &first);
    note_letter(f, &r);
  }
  attach_send(f, f->sent.need, found ? r.rank : -1, found ? r.key : 0);
  if (found)
    begin(f, &r, mode);
}

void send_leave(struct frame *f) {
  attach_sent(f, f->sent.need);
  if (!f->sent.numbered)
    return;
  int ok = result_received(f->rc);
  if (!ok)
    edge_void(f, f->sent.rank, f->sent.key, f->sent.number);
  if (f->sent.synchronous)
    back_end(f, f->sent.rank, f->sent.key, f->sent.number, ok);
}

void send_leave_blocking(struct frame *f) {
  if (f->rc == MPI_SUCCESS && f->sent.numbered && f->sent.waits)
    rendezvous_step(f, &(struct message){f->sent.rank, 0, f->sent.key, f->sent.number});
  send_leave(f);
}

/* A send that has a request; followed because it may be cancelled or started again. */
struct sending {
  struct pending_request pending; /* first */
  struct send_route route;
  uint64_t number;
  enum mode mode; /* persistent */
  int64_t need;   /* of a persistent send: see bsend_buffer.h */
  int counted, synchronous, waits;
  unsigned kind; /* letters.h; persistent */
};

/* They come and go with messages: those that are over are kept for others. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending_request *spare;

static struct sending *sending_new(void) {
  calls_lock(&lock);
  struct pending_request *p = spare;
  spare = p ? p->next : NULL;
  calls_unlock(&lock);
  return p ? (struct sending *)p : malloc(sizeof(struct sending));
}

static void sending_free(struct sending *s) {
  calls_lock(&lock);
  s->pending.next = spare;
  spare = &s->pending;
  calls_unlock(&lock);
}

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct sending *s = (struct sending *)p;
  int cancelled = 0;
  if (!ok && status)
    REAL(Test_cancelled)(status, &cancelled);
  if (ok && s->waits && (f->call == CALL_Wait || f->call == CALL_Waitall))
    rendezvous_step(f, &(struct message){s->route.rank, 0, s->route.key, s->number});
  else if (ok && s->waits && !s->synchronous)
    rendezvous_tested();
  if (cancelled && (s->counted || s->waits))
    edge_void(f, s->route.rank, s->route.key, s->number);
  if (s->synchronous && s->counted)
    back_end(f, s->route.rank, s->route.key, s->number, ok);
  s->counted = s->waits = 0;
}

static void on_start(struct pending_request *p, struct frame *f) {
  struct sending *s = (struct sending *)p;
  if (needs_order(s->mode))
    dormant_wake();
  number(f, &s->route);
  f->sent.kind = s->kind;
  note_letter(f, &s->route);
  attach_send(f, s->need, s->route.rank, s->route.key);
  begin(f, &s->route, s->mode);
  s->number = f->sent.number;
  s->counted = f->sent.counted;
  s->synchronous = f->sent.synchronous;
  s->waits = f->sent.numbered && f->sent.waits;
}

/* Whether it was in time is never known if the request is freed then. */
static void on_cancel(struct pending_request *p, struct frame *f) {
  const struct sending *s = (struct sending *)p;
  (void)f;
  unreceived_void(s->route.rank, s->route.key);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct sending *s = (struct sending *)p;
  if (s->synchronous && s->counted && f)
    back_end(f, s->route.rank, s->route.key, s->number, 0);
  sending_free(s);
}

static int follow(MPI_Request handle, const struct sending *what, int persistent) {
  struct sending *s = sending_new();
  if (!s) {
    world_off("out of memory", 0);
    return 1;
  }
  *s = *what;
  s->pending = (struct pending_request){.complete = on_complete,
                                        .start = persistent ? on_start : NULL,
                                        .cancel = on_cancel,
                                        .drop = on_drop};
  int followed = request_follow(handle, &s->pending, persistent);
  if (!followed)
    sending_free(s);
  else
    request_peer(&s->pending, WAY_SEND, s->route.rank, NULL, s->route.key);
  return followed;
}

static void leave_immediate(struct frame *f, MPI_Request *request) {
  int waits = f->sent.numbered && f->sent.waits;
  const struct sending s = {.route = {f->sent.rank, f->sent.key, 0},
                            .number = f->sent.number,
                            .counted = f->sent.counted,
                            .synchronous = f->sent.synchronous,
                            .waits = waits};
  if (f->rc == MPI_SUCCESS && (f->sent.counted || waits)) {
    if (!request_shared(*request) && follow(*request, &s, 0))
      return;
    f->sent.kept = waits;
  }
  send_leave(f); /* it is over */
}

static void leave_init(struct frame *f, MPI_Comm comm, int dest, int tag, MPI_Request *request,
                       enum mode mode, int64_t count, MPI_Datatype type) {
  struct sending s = {.mode = mode, .need = -1};
  int first;
  if (f->rc == MPI_SUCCESS && mode == MODE_BUFFERED)
    s.need = attach_need(comm, count, type);
  if (f->rc == MPI_SUCCESS && send_route(&s.route, comm, dest, tag)) {
    s.kind = letters_kind(f, 1, count, type, &first);
    follow(*request, &s, 1);
  }
}

#define ENTER(Name, mode)                                                                      \
  void send_enter_##Name(struct frame *f);                                                     \
  void send_enter_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    send_begin(f, a->count, a->datatype, a->dest, a->tag, a->comm, mode);                      \
  }
#define BLOCKING(Name, mode)                                                                   \
  ENTER(Name, mode)                                                                            \
  void send_leave_##Name(struct frame *f);                                                     \
  void send_leave_##Name(struct frame *f) {                                                    \
    send_leave_blocking(f);                                                                    \
  }
#define IMMEDIATE(Name, mode)                                                                  \
  ENTER(Name, mode)                                                                            \
  void send_leave_##Name(struct frame *f);                                                     \
  void send_leave_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    leave_immediate(f, a->request);                                                            \
  }
#define PERSISTENT(Name, mode)                                                                 \
  void send_leave_##Name(struct frame *f);                                                     \
  void send_leave_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    leave_init(f, a->comm, a->dest, a->tag, a->request, mode, a->count, a->datatype);          \
  }
#define MODES(m, suffix)                                                                       \
  m(S##suffix, MODE_STANDARD) m(Bs##suffix, MODE_BUFFERED) m(Ss##suffix, MODE_SYNCHRONOUS)     \
      m(Rs##suffix, MODE_READY)
#define MODES_I(m, suffix)                                                                     \
  m(Is##suffix, MODE_STANDARD) m(Ibs##suffix, MODE_BUFFERED) m(Iss##suffix, MODE_SYNCHRONOUS)  \
      m(Irs##suffix, MODE_READY)
MODES(BLOCKING, end)
MODES_I(IMMEDIATE, end)
MODES(PERSISTENT, end_init)
#if HAS_LARGE
MODES(BLOCKING, end_c)
MODES_I(IMMEDIATE, end_c)
MODES(PERSISTENT, end_init_c)
#endif
