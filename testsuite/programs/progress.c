/* Prints a line a second; then rank 1 waits for rank 0. With an argument it makes a mistake
 * instead. For testsuite/t/progress.t. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static void race(int rank) {
  double *memory, x = 1;
  MPI_Win win;
  MPI_Win_allocate(8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_DOUBLE, 0, 3, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  if (!rank)
    sleep(3);
  MPI_Win_free(&win);
}

/* A thread that has once waited for more than 3.2 s and then went on, which it does on a busy
 * machine, is told of only after 6.4 s; see PATIENCE_LEAST in interpose/session/watchdog.c. */
static void wait_long(int rank, double waited) {
  int x = 0;
  MPI_Bcast(&waited, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!rank) {
    sleep(waited > 2.5 ? 14 : 6);
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int rank;
  double waited = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) {
    if (!rank) {
      printf("step %d\n", i);
      fflush(stdout);
      sleep(1);
    }
    double began = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    waited = MPI_Wtime() - began > waited ? MPI_Wtime() - began : waited;
  }
  for (int i = 0; i < 1000; i++)
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1)
    race(rank);
  else
    wait_long(rank, waited);
  if (!rank)
    printf("end\n");
  MPI_Finalize();
  return 0;
}
