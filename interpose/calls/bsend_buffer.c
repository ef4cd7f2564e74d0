/* bsend_buffer.c: the buffer for sends in buffered mode. From MPI_Buffer_attach to
 * MPI_Buffer_detach the library may write and read it (section 3.6). Communicators and sessions
 * may have buffers of their own (MPI-4.1): what room is left in these is not followed. */
#include "bsend_buffer.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/data/buffer.h"
#include "interpose/data/use.h"
#include "interpose/handles/request.h"
#include "interpose/stream/feed.h"

#if HAS_MPI41
#define IS_AUTOMATIC(buffer) ((buffer) == MPI_BUFFER_AUTOMATIC)
#else
#define IS_AUTOMATIC(buffer) 0
#endif

static uint64_t in_use; /* id of the access */

static _Atomic int own_ever; /* a communicator or a session has had a buffer */

/* The receivers of the messages that were sent, each once. */
enum { ROUTES = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct route {
  int32_t rank;
  uint64_t key;
} route[ROUTES];
static int routes, unknown;

/* For hang reports. */
static void note(int32_t rank, uint64_t key) {
  int i = 0;
  pthread_mutex_lock(&lock);
  while (i < routes && (route[i].rank != rank || route[i].key != key))
    i++;
  if (i == routes && rank >= 0 && routes < ROUTES)
    route[routes++] = (struct route){rank, key};
  else if (i == routes)
    unknown = 1;
  pthread_mutex_unlock(&lock);
}

static void forget(void) {
  pthread_mutex_lock(&lock);
  routes = unknown = 0;
  pthread_mutex_unlock(&lock);
}

void attach_each(void *context, void (*each)(void *context, int32_t rank, uint64_t key)) {
  pthread_mutex_lock(&lock);
  for (int i = 0; !unknown && i < routes; i++)
    each(context, route[i].rank, route[i].key);
  pthread_mutex_unlock(&lock);
}

static void feed(struct frame *f, int what, int64_t size, int phase, int ok) {
  struct event e;
  world_event(&e, f, EVENT_BUFFER);
  e.u.buffer = (struct event_buffer){.what = (uint8_t)what, .rank = -1, .size = size};
  if (what == BUFFER_SEND && f->sent.counted) {
    e.u.buffer.rank = f->sent.rank;
    e.u.buffer.key = f->sent.key;
    e.u.buffer.number = f->sent.number;
  }
  if (phase == EVENT_ENTER)
    world_feed(&e);
  else
    world_feed_leave(&e, ok);
}

static uint64_t use_begin(struct frame *f, const void *buffer, int64_t size) {
  int64_t lo = (int64_t)(uintptr_t)buffer;
  struct use use = {.store = 1,
                    .data = {.lo = lo, .hi = lo + size, .size = size, .present = 1}};
  return size > 0 && !IS_AUTOMATIC(buffer) ? access_begin(f, &use) : 0;
}

static void attached(struct frame *f, const void *buffer, int64_t size) {
  feed(f, BUFFER_ATTACH, IS_AUTOMATIC(buffer) ? INT64_MAX : size, EVENT_LEAVE,
       f->rc == MPI_SUCCESS);
  if (f->rc == MPI_SUCCESS && !in_use)
    in_use = use_begin(f, buffer, size);
}

#define ATTACH(Name)                                                                           \
  void attach_enter_##Name(struct frame *f);                                                   \
  void attach_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    feed(f, BUFFER_ATTACH, IS_AUTOMATIC(a->buffer) ? INT64_MAX : a->size, EVENT_ENTER, 0);     \
  }                                                                                            \
  void attach_leave_##Name(struct frame *f);                                                   \
  void attach_leave_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    attached(f, a->buffer, a->size);                                                           \
  }
ATTACH(Buffer_attach)
#if HAS_LARGE
ATTACH(Buffer_attach_c)
#endif

void attach_leave_detach(struct frame *f);
void attach_leave_detach(struct frame *f) {
  feed(f, BUFFER_DETACH, 0, EVENT_LEAVE, f->rc == MPI_SUCCESS);
  if (f->rc == MPI_SUCCESS)
    forget();
  if (f->rc != MPI_SUCCESS || !in_use)
    return;
  access_end(f, in_use, EVENT_REQUEST_DONE);
  in_use = 0;
}

#if HAS_MPI41
/* Buffers of communicators and sessions. */
enum { OWN = 64 };
static struct own_buffer {
  uint64_t of; /* the handle; 0: none */
  uint64_t in_use;
} own[OWN];
static int own_sessions, own_lost; /* lost: there was no room to note one */

static uint64_t name_of(const void *handle, size_t size) {
  uint64_t name = 0;
  memcpy(&name, handle, size);
  return name;
}

static struct own_buffer *own_find(uint64_t of) {
  for (int i = 0; i < OWN; i++)
    if (own[i].of == of)
      return &own[i];
  return NULL;
}

static void own_attached(struct frame *f, uint64_t of, const void *buffer, int64_t size) {
  if (f->rc != MPI_SUCCESS)
    return;
  uint64_t used = use_begin(f, buffer, size);
  pthread_mutex_lock(&lock);
  struct own_buffer *o = own_find(0);
  own_ever = 1;
  own_lost |= !o;
  if (o)
    *o = (struct own_buffer){of, used};
  pthread_mutex_unlock(&lock);
}

static void own_over(struct frame *f, uint64_t of) {
  pthread_mutex_lock(&lock);
  struct own_buffer *o = own_find(of);
  uint64_t used = o ? o->in_use : 0;
  if (o)
    *o = (struct own_buffer){0};
  pthread_mutex_unlock(&lock);
  if (used)
    access_end(f, used, EVENT_REQUEST_DONE);
}

static void own_detached(struct frame *f, uint64_t of) {
  if (f->rc == MPI_SUCCESS)
    own_over(f, of);
}

void attach_over(struct frame *f, MPI_Comm comm) {
  if (own_ever)
    own_over(f, name_of(&comm, sizeof comm));
}

#define OWN_BUFFER(Name, ...)                                                                  \
  void attach_leave_##Name(struct frame *f);                                                   \
  void attach_leave_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    __VA_ARGS__;                                                                               \
  }
#define COMM_NAME name_of(&a->comm, sizeof a->comm)
#define SESSION_NAME name_of(&a->session, sizeof a->session)
#define FOR_SESSION(n) own_sessions += f->rc == MPI_SUCCESS ? n : 0
#define OWN_BUFFERS(suffix)                                                                    \
  OWN_BUFFER(Comm_attach_buffer##suffix, own_attached(f, COMM_NAME, a->buffer, a->size))       \
  OWN_BUFFER(Comm_detach_buffer##suffix, own_detached(f, COMM_NAME))                           \
  OWN_BUFFER(Session_attach_buffer##suffix, FOR_SESSION(1);                                    \
             own_attached(f, SESSION_NAME, a->buffer, a->size))                                \
  OWN_BUFFER(Session_detach_buffer##suffix, FOR_SESSION(-1); own_detached(f, SESSION_NAME))
OWN_BUFFERS()
OWN_BUFFERS(_c)

void attach_leave_Buffer_flush(struct frame *f);
void attach_leave_Buffer_flush(struct frame *f) {
  feed(f, BUFFER_FLUSH, 0, EVENT_LEAVE, f->rc == MPI_SUCCESS);
}

static void on_flushed(struct pending_request *p, struct frame *f, const MPI_Status *status,
                       int ok) {
  (void)p;
  (void)status;
  feed(f, BUFFER_FLUSH, 0, EVENT_LEAVE, ok);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  (void)f;
  free(p);
}

/* When it completes, later messages may still be in the buffer. They are forgotten, too. */
void attach_leave_Buffer_iflush(struct frame *f);
void attach_leave_Buffer_iflush(struct frame *f) {
  const struct args_Buffer_iflush *a = f->args;
  struct pending_request *p = f->rc == MPI_SUCCESS ? calloc(1, sizeof *p) : NULL;
  if (!p)
    return;
  p->complete = on_flushed;
  p->drop = on_drop;
  if (!request_follow(*a->request, p, 0)) { /* it is complete, or a handle of several */
    free(p);
    feed(f, BUFFER_FLUSH, 0, EVENT_LEAVE, 1);
  }
}

static int has_own(MPI_Comm comm) {
  if (!own_ever)
    return 0;
  pthread_mutex_lock(&lock);
  int found = own_lost || own_sessions || own_find(name_of(&comm, sizeof comm));
  pthread_mutex_unlock(&lock);
  return found;
}
#else
void attach_over(struct frame *f, MPI_Comm comm) {
  (void)f;
  (void)comm;
}

static int has_own(MPI_Comm comm) {
  (void)comm;
  return 0;
}
#endif

int64_t attach_need(MPI_Comm comm, int64_t count, MPI_Datatype type) {
  if (has_own(comm))
    return -1;
#if HAS_LARGE
  MPI_Count size = 0;
  if (world.alone || REAL(Pack_size_c)(count, type, world.comm, &size))
    return -1;
#else
  int size = 0;
  if (world.alone || REAL(Pack_size)((int)count, type, world.comm, &size))
    return -1;
#endif
  return (int64_t)size + MPI_BSEND_OVERHEAD;
}

void attach_send(struct frame *f, int64_t need, int32_t rank, uint64_t key) {
  /* a persistent send's communicator may have got a buffer since */
  if (need >= 0 && !(own_ever && (f->call == CALL_Start || f->call == CALL_Startall))) {
    note(rank, key);
    feed(f, BUFFER_SEND, need, EVENT_ENTER, 0);
  }
}

void attach_sent(struct frame *f, int64_t need) {
  int class = MPI_SUCCESS;
  if (f->rc != MPI_SUCCESS && need >= 0 && !REAL(Error_class)(f->rc, &class) &&
      class == MPI_ERR_BUFFER)
    feed(f, BUFFER_SEND, need, EVENT_LEAVE, 0);
}
