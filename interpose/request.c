#include "request.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "world.h"

struct entry {
  MPI_Request handle;
  uint64_t id;
  struct entry *older; /* same handle */
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;
static _Atomic int count;

/* The handle that the library gives to every operation that is complete at once: it tells no
 * two of them apart. */
static MPI_Request shared_handle(void) {
  static MPI_Request handle = MPI_REQUEST_NULL;
  static int known;
  if (!known && !world.alone) {
    MPI_Request r = MPI_REQUEST_NULL;
    char byte = 0;
    REAL(Isend)(&byte, 1, MPI_BYTE, MPI_PROC_NULL, 0, world.comm, &r);
    handle = r;
    REAL(Wait)(&r, MPI_STATUS_IGNORE);
    known = 1;
  }
  return handle;
}

int request_track(MPI_Request handle, uint64_t id) {
  if (handle == MPI_REQUEST_NULL || handle == shared_handle())
    return 0;
  struct entry *e = calloc(1, sizeof *e), *older;
  if (!e) {
    world_off("out of memory", 0);
    return 0;
  }
  e->handle = handle;
  e->id = id;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, older);
  if (older) {
    e->older = older->older;
    older->older = e;
  } else {
    HASH_ADD(hh, entries, handle, sizeof handle, e);
  }
  count++;
  pthread_mutex_unlock(&lock);
  return 1;
}

static uint64_t request_peek(MPI_Request handle) {
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  uint64_t id = e ? e->id : 0;
  pthread_mutex_unlock(&lock);
  return id;
}

static uint64_t request_take(MPI_Request handle) {
  struct entry *e;
  uint64_t id = 0;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  if (e) {
    id = e->id;
    HASH_DEL(entries, e);
    if (e->older)
      HASH_ADD(hh, entries, handle, sizeof handle, e->older);
    free(e);
    count--;
  }
  pthread_mutex_unlock(&lock);
  return id;
}

/* The handles a completion call was given; those that are null after it were completed. */
static __thread struct {
  MPI_Request *now, *before;
  int n, room;
} held;

static void hold(MPI_Request *requests, int n) {
  held.n = 0;
  if (!count || n <= 0 || !requests)
    return;
  if (n > held.room) {
    MPI_Request *grown = realloc(held.before, (size_t)n * sizeof *grown);
    if (!grown)
      return;
    held.before = grown;
    held.room = n;
  }
  memcpy(held.before, requests, (size_t)n * sizeof *requests);
  held.now = requests;
  held.n = n;
}

static void tell(struct frame *f, int kind, uint64_t id) {
  struct event e;
  world_event(&e, f, kind);
  e.u.request = id;
  world_feed(&e);
}

void request_leave(struct frame *f) {
  for (int i = 0; i < held.n; i++)
    if (held.before[i] != MPI_REQUEST_NULL && held.now[i] == MPI_REQUEST_NULL) {
      uint64_t id = request_take(held.before[i]);
      if (id)
        tell(f, EVENT_REQUEST_DONE, id);
    }
  held.n = 0;
}

#define HOLD_ONE(Name)                                                                         \
  void request_enter_##Name(struct frame *f);                                                  \
  void request_enter_##Name(struct frame *f) {                                                 \
    struct args_##Name *a = f->args;                                                           \
    hold(a->request, 1);                                                                       \
  }
#define HOLD_MANY(Name, n)                                                                     \
  void request_enter_##Name(struct frame *f);                                                  \
  void request_enter_##Name(struct frame *f) {                                                 \
    struct args_##Name *a = f->args;                                                           \
    hold(a->array_of_requests, a->n);                                                          \
  }
HOLD_ONE(Wait)
HOLD_ONE(Test)
HOLD_MANY(Waitany, count)
HOLD_MANY(Testany, count)
HOLD_MANY(Waitall, count)
HOLD_MANY(Testall, count)
HOLD_MANY(Waitsome, incount)
HOLD_MANY(Testsome, incount)

void request_enter_Request_free(struct frame *f) {
  struct args_Request_free *a = f->args;
  uint64_t id = count ? request_take(*a->request) : 0;
  if (id)
    tell(f, EVENT_REQUEST_FREE, id);
}

void request_enter_Cancel(struct frame *f) {
  struct args_Cancel *a = f->args;
  uint64_t id = count ? request_peek(*a->request) : 0;
  if (id)
    tell(f, EVENT_REQUEST_CANCEL, id);
}
