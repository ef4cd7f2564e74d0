#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { DATA, READY };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, times = argc > 1 ? atoi(argv[1]) : 1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i <= times; i++) {
    int number = 2 * i;
    MPI_Request request;
    if (rank == 0) {
      MPI_Irecv(&number, 1, MPI_INT, 1, DATA, MPI_COMM_WORLD, &request);
      MPI_Send(NULL, 0, MPI_INT, 1, READY, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      sum += number;
    } else if (rank == 1) {
      MPI_Recv(NULL, 0, MPI_INT, 0, READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Ssend(&number, 1, MPI_INT, 0, DATA, MPI_COMM_WORLD);
    }
  }
  if (rank == 0)
    printf("sum %d\n", sum);
  MPI_Finalize();
  return 0;
}
