#include "exchange.h"
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "interpose/base/world.h"

/* Polls without a pause, then nanoseconds between two polls. */
enum { SPINS = 1000, NAP = 100000 };

struct parcel {
  struct parcel *next;
  char *bytes;
  MPI_Request request;
};

static struct parcel *posted;

struct pause {
  double end;
  int spins;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns 0 when the time is over. */
static int pause_step(struct pause *p) {
  static const struct timespec nap = {0, NAP};
  if (p->spins++ < SPINS)
    sched_yield();
  else
    nanosleep(&nap, NULL);
  return now() < p->end;
}

int exchange_post(int rank, int tag, char *bytes, size_t n) {
  struct parcel *p = malloc(sizeof *p);
  if (!p || n > EXCHANGE_MOST ||
      REAL(Isend)(bytes, (int)n, MPI_BYTE, rank, tag, world.comm, &p->request)) {
    free(p);
    free(bytes);
    return -1;
  }
  p->bytes = bytes;
  p->next = posted;
  posted = p;
  return 0;
}

int exchange_settle(double seconds) {
  struct pause pause = {now() + seconds, 0};
  while (posted) {
    struct parcel *p = posted;
    int done = 0;
    if (REAL(Test)(&p->request, &done, MPI_STATUS_IGNORE))
      return -1;
    if (done) {
      posted = p->next;
      free(p->bytes);
      free(p);
    } else if (!pause_step(&pause)) {
      return -1;
    }
  }
  return 0;
}

char *exchange_take(int *rank, int tag, double seconds, size_t *n) {
  struct pause pause = {now() + seconds, 0};
  MPI_Status status;
  int flag = 0, length = 0;
  do {
    if (REAL(Iprobe)(*rank, tag, world.comm, &flag, &status))
      return NULL;
  } while (!flag && pause_step(&pause));
  if (!flag || REAL(Get_count)(&status, MPI_BYTE, &length) || length < 0)
    return NULL;
  char *bytes = malloc((size_t)length + 1);
  if (!bytes)
    return NULL;
  *rank = status.MPI_SOURCE;
  if (REAL(Recv)(bytes, length, MPI_BYTE, *rank, tag, world.comm, MPI_STATUS_IGNORE)) {
    free(bytes);
    return NULL;
  }
  bytes[length] = '\0';
  *n = (size_t)length;
  return bytes;
}
