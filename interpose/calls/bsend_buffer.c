/* bsend_buffer.c: the buffer for sends in buffered mode. From MPI_Buffer_attach to
 * MPI_Buffer_detach the library may write and read it (section 3.6). */
#include "bsend_buffer.h"
#include <pthread.h>
#include "interpose/data/buffer.h"
#include "interpose/data/use.h"
#include "interpose/stream/feed.h"

static uint64_t in_use; /* id of the access */

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

static void attached(struct frame *f, const void *buffer, int64_t size) {
  feed(f, BUFFER_ATTACH, size, EVENT_LEAVE, f->rc == MPI_SUCCESS);
  if (f->rc != MPI_SUCCESS || size <= 0 || in_use)
    return;
  int64_t lo = (int64_t)(uintptr_t)buffer;
  struct use use = {.store = 1,
                    .data = {.lo = lo, .hi = lo + size, .size = size, .present = 1}};
  in_use = access_begin(f, &use);
}

#define ATTACH(Name)                                                                           \
  void attach_enter_##Name(struct frame *f);                                                   \
  void attach_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    feed(f, BUFFER_ATTACH, a->size, EVENT_ENTER, 0);                                           \
  }                                                                                            \
  void attach_leave_##Name(struct frame *f);                                                   \
  void attach_leave_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    attached(f, a->buffer, a->size);                                                           \
  }
ATTACH(Buffer_attach)
#if HAS_MPI4
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

int64_t attach_need(int64_t count, MPI_Datatype type) {
#if HAS_MPI4
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
  if (need >= 0) {
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
