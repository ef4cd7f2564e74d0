/* known.c: nonblocking messages between two ranks, as known.t wants them: from a few lines,
 * over and over, with everything in between that makes what is known of such a line out of
 * date. Takes a number from which the order follows; both ranks do the same. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, SMALL = 16, LARGE = 100000, ROUNDS = 120 };

static int rank, other;
static unsigned seed;
static int in[2 * MOST][SMALL], out[2 * MOST][SMALL], much[2][LARGE];
static MPI_Request request[2 * MOST];
static MPI_Comm comm;
static MPI_Datatype pair, gaps;
static long sum;

static int pick(int n) {
  seed = seed * 1103515245 + 12345;
  return (int)(seed >> 16 & 0x7fff) % n;
}

static MPI_Datatype any_type(void) {
  switch (pick(4)) {
  case 0:
    return gaps;
  case 1:
    return pair;
  default:
    return MPI_INT;
  }
}

static void start(int i, int tag, MPI_Datatype type) {
  int wild = pick(6);
  MPI_Irecv(in[i], 2, type, wild == 1 ? MPI_ANY_SOURCE : other, wild ? tag : MPI_ANY_TAG, comm,
            &request[i]);
  MPI_Isend(out[i], 2, type, other, tag, comm, &request[MOST + i]);
}

/* The same lines, called from deeper. */
static void start_deeper(int i, int tag, MPI_Datatype type) {
  char room[64];
  memset(room, i, sizeof room);
  start(i, tag, type);
  sum += room[5];
}

static void finish_each(int n) {
  int left = n, index, count, all[2 * MOST], flag = 0;
  switch (pick(6)) {
  case 0:
    for (int i = 0; i < n; i++)
      MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    break;
  case 1:
    while (!flag)
      MPI_Testall(n, request, &flag, MPI_STATUSES_IGNORE);
    break;
  case 2:
    for (; left; left--)
      MPI_Waitany(n, request, &index, MPI_STATUS_IGNORE);
    break;
  case 3:
    for (; left; left -= count)
      MPI_Waitsome(n, request, &count, all, MPI_STATUSES_IGNORE);
    break;
  case 4:
    while (!flag)
      MPI_Request_get_status(request[0], &flag, MPI_STATUS_IGNORE);
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    break;
  default:
    MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
  }
}

/* Messages that are too large to be sent at once. */
static void large(void) {
  MPI_Irecv(much[0], LARGE, MPI_INT, other, 4, comm, &request[0]);
  MPI_Isend(much[1], LARGE, MPI_INT, other, 4, comm, &request[1]);
  if (pick(2))
    MPI_Request_free(&request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(&rank, 1, MPI_INT, other, 5, &in[0], 1, MPI_INT, other, 5, comm,
               MPI_STATUS_IGNORE);
}

static void cancel(void) {
  MPI_Irecv(in[0], 1, MPI_INT, other, 6, comm, &request[0]);
  MPI_Cancel(&request[0]);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
}

static void remake(void) {
  if (comm != MPI_COMM_WORLD)
    MPI_Comm_free(&comm);
  comm = MPI_COMM_WORLD;
  if (pick(2))
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Type_free(&pair);
  MPI_Type_contiguous(1 + pick(3), MPI_INT, &pair);
  MPI_Type_commit(&pair);
}

static void blocking(void) {
  if (rank) {
    MPI_Send(out[0], 1, MPI_INT, other, 1, comm);
    MPI_Recv(in[0], 1, MPI_INT, other, 1, comm, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(in[0], 1, MPI_INT, other, 1, comm, MPI_STATUS_IGNORE);
    MPI_Send(out[0], 1, MPI_INT, other, 1, comm);
  }
}

static void exchange(void) {
  int n = 1 + pick(MOST), deeper = pick(2);
  for (int i = 0; i < n; i++)
    (deeper ? start_deeper : start)(i, i % 3, any_type());
  memmove(&request[n], &request[MOST], (size_t)n * sizeof *request);
  finish_each(2 * n);
}

/* Two operations write to one buffer. */
static void overlap(void) {
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&in[0][i], 2, MPI_INT, other, 7, comm, &request[i]);
  for (int i = 0; i < 2; i++)
    MPI_Isend(out[i], 2, MPI_INT, other, 7, comm, &request[2 + i]);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  seed = (unsigned)atoi(argv[1]);
  comm = MPI_COMM_WORLD;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Type_vector(2, 1, 3, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
  for (int i = 0; i < ROUNDS; i++) {
    int what = pick(12);
    if (what == 0)
      large();
    else if (what == 1)
      cancel();
    else if (what == 2)
      remake();
    else if (what == 3)
      blocking();
    else
      exchange();
  }
  overlap();
  MPI_Irecv(in[1], 1, MPI_INT, other, 8, comm, &request[0]); /* lost */
  MPI_Send(out[1], 1, MPI_INT, other, 8, comm);
  MPI_Type_free(&pair);
  MPI_Type_free(&gaps);
  if (comm != MPI_COMM_WORLD)
    MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
