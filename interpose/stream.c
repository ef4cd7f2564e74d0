#include "stream.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "world.h"

#define TAG 1

struct message {
  struct message *next;
  MPI_Request request;
  int to, length, sent;
  unsigned char bytes[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message *first, **last = &first;
static int *posted; /* messages to each rank */
static int received;
static _Atomic int draining, held;

void stream_post(int rank, const struct event *e) {
  size_t n = event_encode(e, NULL, 0);
  struct message *m = malloc(sizeof *m + n);
  pthread_mutex_lock(&lock);
  if (!posted)
    posted = calloc((size_t)world.size, sizeof *posted);
  if (m && posted) {
    m->next = NULL;
    m->to = rank;
    m->length = (int)event_encode(e, m->bytes, n);
    m->sent = 0;
    posted[rank]++;
    *last = m;
    last = &m->next;
  }
  pthread_mutex_unlock(&lock);
  if (!m || !posted) {
    free(m);
    world_off("out of memory", 0);
  }
}

/* Starts what was queued and frees what was delivered. Returns how many are still on their way.
 */
static int flush_locked(void) {
  int left = 0;
  for (struct message **at = &first; *at;) {
    struct message *m = *at;
    int done = 0;
    if (!m->sent) {
      m->sent = 1;
      if (REAL(Isend)(m->bytes, m->length, MPI_BYTE, m->to, TAG, world.comm, &m->request))
        m->request = MPI_REQUEST_NULL;
    }
    REAL(Test)(&m->request, &done, MPI_STATUS_IGNORE);
    if (!done) {
      at = &m->next;
      left++;
      continue;
    }
    *at = m->next;
    if (last == &m->next)
      last = at;
    free(m);
  }
  return left;
}

void stream_flush(void) {
  if (!first)
    return;
  pthread_mutex_lock(&lock);
  flush_locked();
  pthread_mutex_unlock(&lock);
}

static int feed_message(MPI_Message *message, MPI_Status *status) {
  int n = 0;
  REAL(Get_count)(status, MPI_BYTE, &n);
  unsigned char *bytes = malloc((size_t)n + EVENT_SCRATCH((size_t)n));
  if (!bytes)
    return 0;
  struct event e;
  void *scratch = bytes + ((size_t)n + 15) / 16 * 16;
  int rc = REAL(Mrecv)(bytes, n, MPI_BYTE, message, MPI_STATUS_IGNORE);
  if (rc == MPI_SUCCESS && event_decode(&e, bytes, (size_t)n, scratch))
    world_feed_remote(&e);
  free(bytes);
  return rc == MPI_SUCCESS;
}

/* Holders do not exclude each other: they wait for other ranks meanwhile. */
void stream_hold(void) {
  held++;
  while (draining)
    sched_yield(); /* a drain never blocks */
}

void stream_release(void) {
  held--;
}

void stream_drain(void) {
  if (atomic_exchange(&draining, 1))
    return;
  while (!held) {
    int flag = 0;
    MPI_Message message;
    MPI_Status status;
    if (REAL(Improbe)(MPI_ANY_SOURCE, TAG, world.comm, &flag, &message, &status) || !flag)
      break;
    received++;
    if (!feed_message(&message, &status)) {
      world_off("lost a message of another rank", 0);
      break;
    }
  }
  draining = 0;
}

int stream_quiesce(void) {
  int expected = 0, left;
  int *counts = posted ? posted : calloc((size_t)world.size, sizeof *counts);
  if (!counts)
    return MPI_ERR_NO_MEM;
  MPI_Request request;
  int done = 0;
  int rc =
      REAL(Ireduce_scatter_block)(counts, &expected, 1, MPI_INT, MPI_SUM, world.comm, &request);
  while (rc == MPI_SUCCESS && !done) {
    stream_drain();
    stream_flush();
    rc = REAL(Test)(&request, &done, MPI_STATUS_IGNORE);
  }
  do {
    stream_drain();
    pthread_mutex_lock(&lock);
    left = flush_locked();
    pthread_mutex_unlock(&lock);
  } while (rc == MPI_SUCCESS && (left || received < expected));
  if (!posted)
    free(counts);
  return rc;
}
