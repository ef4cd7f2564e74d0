/* traffic PATTERN N: sends messages of one int in that pattern. The time is that of one round
 * of the pattern. */
#include <string.h>
#include "bench.h"

#define MOST 100000

static int from[MOST], to[MOST];
static MPI_Request request[MOST];
static int n;

/* One rank sends N messages to the other one, then both meet in a barrier. */
static void stream(void) {
  for (int i = 0; i < n; i++)
    if (rank)
      MPI_Recv(&to[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Send(&from[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void there_and_back(int tag) {
  int value = 0;
  for (int turn = 0; turn < 2; turn++)
    if (rank == turn)
      MPI_Send(&value, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
    else
      MPI_Recv(&value, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* N ping-pongs, each with another tag. */
static void tags(void) {
  static int tag;
  for (int i = 0; i < n; i++, tag = (tag + 1) % 1000000)
    there_and_back(tag);
}

/* N values go through all ranks one after the other; each adds to a value and passes it on. */
static void sweep(void) {
  for (int i = 0; i < n; i++) {
    int down = i & 1, before = down ? rank + 1 : rank - 1, after = down ? rank - 1 : rank + 1;
    if (before >= 0 && before < size)
      MPI_Recv(to, 1, MPI_INT, before, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    from[0] = to[0] + 1;
    if (after >= 0 && after < size)
      MPI_Send(from, 1, MPI_INT, after, i, MPI_COMM_WORLD);
  }
}

/* N nonblocking receives are posted, then N nonblocking sends. One call completes all. */
static void flight(void) {
  for (int i = 0; rank && i < n; i++)
    MPI_Irecv(&to[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request[i]);
  MPI_Barrier(MPI_COMM_WORLD); /* messages that come before their receive would cost far more */
  for (int i = 0; !rank && i < n; i++)
    MPI_Isend(&from[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[i]);
  MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
}

/* A hundred ping-pongs, while N receives are posted that match none of these messages (main
 * posts them). */
static void posted(void) {
  for (int i = 0; i < 100; i++)
    there_and_back(0);
}

static void post(void) {
  for (int i = 0; i < n; i++)
    MPI_Irecv(&to[i], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request[i]);
}

static void unpost(void) {
  for (int i = 0; i < n; i++)
    MPI_Send(&from[i], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
  MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
}

static const struct pattern {
  const char *name;
  void (*step)(void);
} patterns[] = {
    {"stream", stream}, {"tags", tags},     {"sweep", sweep},
    {"flight", flight}, {"posted", posted},
};

int main(int argc, char **argv) {
  const struct pattern *p = patterns;
  bench_begin(&argc, &argv);
  while (strcmp(p->name, argv[1]))
    p++;
  n = atoi(argv[2]);
  batches = n <= 1000 ? BATCHES : n <= 20000 ? BATCHES / 10 : 1;
  if (p->step == posted)
    post();
  bench_run(p->step, n < 1000 ? 1000 / n : 1);
  if (p->step == posted)
    unpost();
  MPI_Finalize();
}
