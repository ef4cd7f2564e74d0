/* Programs that are wrong under some schedules only, and right ones beside them; for
 * testsuite/t/run-schedules.t. The word tells which. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, right;

/* Both send first, and rely on a buffer. */
static void head(void) {
  int mine = rank, other = -1;
  if (right && rank) {
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  printf("rank %d has %d\n", rank, other);
}

/* The same with nonblocking sends. */
static void ihead(void) {
  int mine = rank, other = -1;
  MPI_Request r;
  MPI_Isend(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r);
  if (!right)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (right)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  printf("rank %d has %d\n", rank, other);
}

/* Ranks 1 and 2 send their numbers to rank 0, where that of rank 1 is first. */
static void send_in_turn(void) {
  int x = rank;
  if (rank == 2)
    MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank)
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (!rank) {
    MPI_Probe(1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 2, 1, MPI_COMM_WORLD);
  }
}

/* Rank 0 believes that what has come first is received first. */
static void any(int probe) {
  int first = 0, second = 0;
  MPI_Status status;
  send_in_turn();
  if (rank)
    return;
  if (probe) {
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    MPI_Recv(&first, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status);
  } else {
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
  }
  if (status.MPI_SOURCE != first || status.MPI_TAG)
    printf("the status is wrong\n");
  MPI_Recv(&second, 1, MPI_INT, right ? 3 - first : 2, 0, MPI_COMM_WORLD, &status);
  printf("%d\n", first + second);
}

/* The first line, and the exit status, tell who was received first. */
static int order(void) {
  int x, first = 1;
  send_in_turn();
  for (int i = 1; !rank && i < size; i++) {
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (i == 1 && (first = x))
      printf("first %d\n", right ? 0 : x);
  }
  return right || first == 1 ? 0 : 3;
}

/* A put that has no flush may not be there yet. */
static void put(void) {
  int *mine, *of, seven = 7, unit;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Datatype two;
  MPI_Win_allocate_shared(2 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Type_vector(1, 1, 1, MPI_INT, &two);
  MPI_Type_commit(&two);
  mine[0] = 0;
  MPI_Win_fence(0, win);
  if (!rank)
    MPI_Put(&seven, 1, two, 1, 0, 1, two, win);
  MPI_Type_free(&two); /* it lives on in the operation */
  if (right)
    MPI_Win_fence(0, win);
  else
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &of);
  if (rank == 1)
    printf("%d\n", of[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

/* What a sum in floating point is depends on its order; one of whole numbers does not. */
static void sum(void) {
  double part = right ? rank : rank == 0 ? 1e20 : rank == 1 ? 1 : -1e20, all = 0, at_root = 0;
  MPI_Allreduce(&part, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1)
    at_root = part;
  MPI_Reduce(rank == 1 ? MPI_IN_PLACE : &part, &at_root, 1, MPI_DOUBLE, MPI_SUM, 1,
             MPI_COMM_WORLD);
  if (rank == 1)
    printf("%g %g\n", all, at_root);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int code = 0;
  right = argc > 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!strcmp(what, "head"))
    head();
  else if (!strcmp(what, "ihead"))
    ihead();
  else if (!strcmp(what, "any") || !strcmp(what, "probe"))
    any(*what == 'p');
  else if (!strcmp(what, "order"))
    code = order();
  else if (!strcmp(what, "put"))
    put();
  else if (!strcmp(what, "sum"))
    sum();
  else
    sleep(1);
  MPI_Finalize();
  return code;
}
