#include "buffer.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/args.h"
#include "freeing.h"
#include "in_use.h"
#include "unmet_accesses.h"
#include "stack_buffers.h"
#include "interpose/handles/request.h"
#include "interpose/base/scratch.h"
#include "interpose/stack/stack.h"
#include "type.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/feed.h"

_Atomic int access_pending;

/* Events. */

static uint8_t argument_of(const struct frame *f, const struct use *use) {
  return (uint8_t)args_place(f->call, f->args, use->buffer);
}

void access_feed(struct frame *f, const struct use *use, uint64_t request) {
  struct event e;
  world_event(&e, f, EVENT_ACCESS);
  e.u.access = (struct event_access){
      .store = (uint8_t)use->store, .request = request, .data = use->data};
  if (request)
    e.u.access.argument = argument_of(f, use);
  world_feed(&e);
}

/* An operation of one buffer is told only when an event meets it (unmet_accesses.h). */
static int keep_back(struct frame *f, const struct use *use, uint64_t request) {
  if (!use || use->next || !world_may_keep_back(use->data.size, use->store))
    return 0;
  const struct unmet_access a = {.request = request,
                                 .data = use->data,
                                 .stack = stack_capture(f->thread), /* not with the lock */
                                 .thread = f->thread->number,
                                 .call = (uint16_t)f->call,
                                 .store = (uint8_t)use->store,
                                 .argument = argument_of(f, use)};
  world_lock();
  int kept = unmet_keep(&a);
  in_use_note_one(use->data.lo, use->data.hi);
  world_unlock();
  return kept;
}

static int drop_back(uint64_t request) {
  if (!unmet_any())
    return 0;
  world_before_drop();
  world_lock();
  int dropped = unmet_drop(request);
  world_unlock();
  return dropped;
}

uint64_t access_begin(struct frame *f, const struct use *use) {
  uint64_t request = request_number();
  access_pending++;
  freed_listen();
  for (const struct use *u = use; u; u = u->next)
    lent_note(f->thread, u->data.lo);
  if (keep_back(f, use, request))
    return request;
  for (; use; use = use->next)
    access_feed(f, use, request);
  return request;
}

static void feed_end(struct frame *f, uint64_t request, int kind, int shared) {
  struct event e;
  world_event_plain(&e, f, kind);
  e.flag = (uint8_t)shared;
  e.u.request = request;
  world_feed(&e);
}

void access_end(struct frame *f, uint64_t request, int kind) {
  access_pending--;
  if (!drop_back(request))
    feed_end(f, request, kind, 0);
}

static void feed(struct frame *f, const struct use *use, int store) {
  for (; use; use = use->next)
    if (use->store == store)
      access_feed(f, use, 0);
}

/* An operation that lasts until its request is complete. */
struct operation {
  struct pending_request pending; /* first */
  MPI_Request *request;           /* where the call will put the request */
  uint64_t id;                    /* request id of its accesses; 0: it has none now */
  int32_t to;       /* rank that it sends to, if it is a send that is not persistent; -1 */
  uint64_t learned; /* value of dormant_learned when it began */
  struct use *use;  /* of a persistent operation: what each start does */
  struct event_run *run;
  struct unmet kept;
};

static void end_one(struct operation *o, struct frame *f, int kind) {
  access_pending--;
  if (!drop_back(o->id))
    feed_end(f, o->id, kind, kind == EVENT_REQUEST_DONE && request_in_doubt(&o->pending));
}

static void end_uses(struct operation *o, struct frame *f, int kind) {
  if (o->id)
    end_one(o, f, kind);
  o->id = 0;
}

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  (void)status;
  (void)ok;
  end_uses((struct operation *)p, f, EVENT_REQUEST_DONE);
}

static void on_start(struct pending_request *p, struct frame *f) {
  struct operation *o = (struct operation *)p;
  o->id = access_begin(f, o->use);
}

/* Operations are made and dropped as often as messages are sent, so a thread keeps those that
 * it has dropped. */
static void operation_free(struct operation *o, struct thread *t) {
  if (o->use) { /* each call of free is looked at */
    free(o->use);
    free(o->run);
  }
  o->pending.next = (struct pending_request *)t->spare;
  t->spare = o;
}

/* When the request of a send is freed, nobody knows when the send is complete as long as
 * nothing is heard from the receiver (section 3.7.3). From then on calls look at the buffers of
 * such sends. */
static int leave(struct operation *o, struct frame *f) {
  struct event e;
  if (!o->id || o->to < 0 || f->call != CALL_Request_free || o->learned != dormant_learned())
    return 0;
  dormant_listen();
  world_tell_unmet(o->id);
  world_event_plain(&e, f, EVENT_REQUEST_FREE);
  e.flag = 1;
  e.u.request = o->id;
  world_feed(&e);
  o->id = 0;
  return 1;
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct operation *o = (struct operation *)p;
  if (!leave(o, f))
    end_uses(o, f, EVENT_REQUEST_FREE);
  operation_free(o, f->thread);
}

static void on_end(struct pending_request *p, struct frame *f, const MPI_Status *status) {
  struct operation *o = (struct operation *)p;
  (void)status;
  end_uses(o, f, EVENT_REQUEST_DONE);
  operation_free(o, f->thread);
}

static struct operation *operation_new(struct thread *t) {
  struct operation *o = t->spare;
  if (o) {
    t->spare = (struct operation *)o->pending.next;
  } else if ((o = calloc(1, sizeof *o))) {
    o->pending = (struct pending_request){
        .complete = on_complete, .end = on_end, .start = on_start, .drop = on_drop};
  } else {
    world_off("out of memory", 0);
    return NULL;
  }
  o->request = NULL;
  o->id = o->learned = 0;
  o->to = -1;
  o->use = NULL;
  o->run = NULL;
  return o;
}

static void enter_pending(struct frame *f, struct uses *u) {
  struct operation *o = u->first ? operation_new(f->thread) : NULL;
  if (!o)
    return;
  o->request = u->request;
  o->learned = dormant_learned();
  o->id = access_begin(f, u->first);
  f->buffers.operation = o;
}

/* The send goes to another process. */
static int sends(const struct frame *f) {
  return f->sent.numbered && f->sent.rank != world.rank &&
         (f->call == CALL_Isend || f->call == CALL_Issend || f->call == CALL_Irsend);
}

void buffer_leave_pending(struct frame *f) {
  struct operation *o = f->buffers.operation;
  o->to = sends(f) ? f->sent.rank : -1;
  if (f->rc == MPI_SUCCESS && request_follow_shared(*o->request, &o->pending))
    return;
  end_uses(o, f, EVENT_REQUEST_DONE);
  operation_free(o, f->thread);
}

/* What two items describe tells what any number does. */
int buffer_like_find(struct buffer_like *b, const struct frame *f, int store,
                     const void *buffer, MPI_Datatype type) {
  struct event_data two, *one = &b->item.data;
  b->item = (struct unmet_access){.thread = f->thread->number,
                                  .call = (uint16_t)f->call,
                                  .store = (uint8_t)store,
                                  .argument = (uint8_t)args_place(f->call, f->args, buffer)};
  type_describe(one, 0, 1, type);
  type_describe(&two, 0, 2, type);
  int64_t size = one->hi - one->lo;
  int flags = (one->flags | two.flags) & (DATA_INEXACT | DATA_OVERLAP | DATA_UNCOMMITTED);
  freed_listen();
  return size > 0 && size <= INT32_MAX && one->size == size && !one->runs && !two.runs &&
         !flags && two.lo == one->lo && two.hi == one->hi + size;
}

static int keep_like(struct unmet *l) {
  world_lock();
  int kept = unmet_put(l);
  if (kept)
    in_use_note_one(l->access.data.lo, l->access.data.hi);
  world_unlock();
  return kept;
}

int buffer_enter_like(struct frame *f, const struct buffer_like *b, const void *buffer,
                      int64_t count, MPI_Request *request, int32_t to) {
  int back = count > 0 && world_may_keep_back(b->item.data.size * count, b->item.store);
  struct operation *o = back ? operation_new(f->thread) : NULL;
  if (!o)
    return 0;
  struct event_data *d = &o->kept.access.data;
  o->kept.access = b->item;
  d->lo += (int64_t)(uintptr_t)buffer;
  d->size *= count;
  d->hi = d->lo + d->size;
  o->kept.access.request = o->id = request_number();
  if ((uint64_t)d->lo >= f->thread->registers[REG_SP])
    lent_note(f->thread, d->lo);
  if (!keep_like(&o->kept)) {
    operation_free(o, f->thread);
    return 0;
  }
  atomic_store_explicit(&access_pending, access_pending + 1, memory_order_relaxed);
  o->request = request;
  o->to = to;
  if (to >= 0)
    o->learned = dormant_learned();
  f->buffers.operation = o;
  return 1;
}

/* The datatypes may be freed before the operation starts, so descriptions of the data are
 * kept. */
static int keep(struct operation *o, const struct use *use) {
  int32_t n = 0, runs = 0;
  for (const struct use *i = use; i; i = i->next) {
    n++;
    runs += i->data.runs;
  }
  o->use = malloc((size_t)n * sizeof *o->use);
  o->run = malloc(((size_t)runs + 1) * sizeof *o->run);
  if (!o->use || !o->run) {
    free(o->use);
    free(o->run);
    o->use = NULL;
    return 0;
  }
  struct event_run *run = o->run;
  for (int32_t i = 0; i < n; i++, use = use->next) {
    struct event_data *d = &o->use[i].data;
    o->use[i] = *use;
    o->use[i].next = i + 1 < n ? &o->use[i + 1] : NULL;
    if (d->runs)
      d->run = memcpy(run, d->run, (size_t)d->runs * sizeof *run);
    run += d->runs;
  }
  return 1;
}

static void leave_persistent(struct frame *f, const struct uses *u) {
  struct operation *o = f->rc == MPI_SUCCESS && u->first ? operation_new(f->thread) : NULL;
  if (!o || (keep(o, u->first) && request_follow(*u->request, &o->pending, 1)))
    return;
  operation_free(o, f->thread);
}

/* Split collective calls. A file has at most one of them at a time (section 13.4.5). */
struct split {
  struct split *next;
  MPI_File file;
  unsigned call;
  const void *buffer;
  uint64_t id; /* 0: it has no data */
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct split *splits;

static void enter_split(struct frame *f, struct uses *u) {
  struct split *s = malloc(sizeof *s);
  if (!s) {
    world_off("out of memory", 0);
    return;
  }
  void *const *buffer = args_first(f->call, f->args, SHOW_POINTER);
  *s = (struct split){.file = u->file,
                      .call = f->call,
                      .buffer = buffer ? *buffer : NULL,
                      .id = u->first ? access_begin(f, u->first) : 0};
  f->buffers.split = s;
}

void buffer_leave_split(struct frame *f) {
  struct split *s = f->buffers.split;
  if (!s)
    return;
  if (f->rc != MPI_SUCCESS) {
    if (s->id)
      access_end(f, s->id, EVENT_REQUEST_DONE);
    free(s);
    return;
  }
  pthread_mutex_lock(&lock);
  s->next = splits;
  splits = s;
  pthread_mutex_unlock(&lock);
}

static void leave_split_end(struct frame *f, MPI_File file) {
  pthread_mutex_lock(&lock);
  struct split **at = &splits, *s;
  while (*at && (*at)->file != file)
    at = &(*at)->next;
  if ((s = *at))
    *at = s->next;
  pthread_mutex_unlock(&lock);
  if (s && s->id)
    access_end(f, s->id, EVENT_REQUEST_DONE);
  free(s);
}

int buffer_split_call(MPI_File file, const void **buffer) {
  int call = -1;
  pthread_mutex_lock(&lock);
  for (const struct split *s = splits; s && call < 0; s = s->next)
    if (s->file == file) {
      call = (int)s->call;
      if (buffer)
        *buffer = s->buffer;
    }
  pthread_mutex_unlock(&lock);
  return call;
}

/* Blocking calls. */

static void enter_blocking(struct frame *f, struct uses *u) {
  if (u->receive && *u->status == MPI_STATUS_IGNORE)
    *u->status = (MPI_Status *)f->status;
  feed(f, u->first, 0);
  f->buffers.uses = u->first || u->packed.buffer ? u : NULL;
}

void buffer_leave_blocking(struct frame *f) {
  struct uses *u = f->buffers.uses;
  if (f->rc != MPI_SUCCESS)
    return;
  use_received(u);
  struct use **packed = u->last;
  use_packed(u);
  feed(f, *packed, 0);
  feed(f, u->first, 1);
}

/* The hooks. */

void buffer_enter_blocking(struct frame *f) {
  struct uses *u = scratch_take(sizeof *u);
  if (u) {
    use_of_call(u, f->call, f->args, 0);
    enter_blocking(f, u);
  }
}

void buffer_enter_pending(struct frame *f) {
  struct uses u;
  use_of_call(&u, f->call, f->args, 1);
  use_alone(&u);
  enter_pending(f, &u);
}

void buffer_enter_split(struct frame *f) {
  struct uses u;
  use_of_call(&u, f->call, f->args, 1);
  use_alone(&u);
  enter_split(f, &u);
}

void buffer_leave_persistent(struct frame *f) {
  struct uses u;
  use_of_call(&u, f->call, f->args, 1);
  use_alone(&u);
  leave_persistent(f, &u);
}

void buffer_leave_split_end(struct frame *f) {
  struct uses u;
  use_of_call(&u, f->call, f->args, 0);
  leave_split_end(f, u.file);
}
