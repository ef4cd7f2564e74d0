#include "stale_requests.h"
#include <pthread.h>
#include <stdatomic.h>
#include "interpose/stream/feed.h"
#include "invalid.h"
#include "request.h"
#include "interpose/base/world.h"

#define DEAD 1024

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct dead {
  MPI_Request handle;
  struct maker maker;
} dead[DEAD];
static _Atomic uint64_t deaths;

int stale_any(void) {
  return deaths > 0;
}

void stale_add(MPI_Request handle, const struct maker *m) {
  calls_lock(&lock);
  struct dead *d = &dead[deaths % DEAD];
  d->handle = handle;
  d->maker = *m;
  atomic_store_explicit(&deaths, deaths + 1, memory_order_relaxed); /* changed with the lock */
  calls_unlock(&lock);
}

static int find(MPI_Request handle, struct maker *m) {
  int found = 0;
  calls_lock(&lock);
  for (uint64_t i = deaths; i && i + DEAD > deaths && !found; i--)
    if (dead[(i - 1) % DEAD].handle == handle) {
      *m = dead[(i - 1) % DEAD].maker;
      found = 1;
    }
  calls_unlock(&lock);
  return found;
}

void stale_check(struct frame *f, MPI_Request handle) {
  struct maker m = {0};
  if (library_request_nothing(handle))
    misuse_feed_of(f, MISUSE_NOTHING, &m, 0, 0);
  if (library_request_nothing(handle) || handle == MPI_REQUEST_NULL)
    return;
  int over = !request_shared(handle) && find(handle, &m);
  if (over && m.kind != MAKER_GENERAL) /* grequest.c follows those */
    misuse_feed_of(f, MISUSE_STALE, &m, 0, 0);
  else if (!over && !world.displaced && handle_invalid(OBJECT_REQUEST, &handle))
    world_argument(f, 0, ARGUMENT_HANDLE_INVALID, OBJECT_REQUEST);
}
