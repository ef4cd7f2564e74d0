/* A variable of a function that starts a send and calls others that wait. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

__attribute__((noinline)) static void finish(MPI_Request *request) {
  char text[400];
  MPI_Wait(request, MPI_STATUS_IGNORE);
  snprintf(text, sizeof text, "%d", rank);
}

__attribute__((noinline)) static void start(MPI_Request *request) {
  int value[3] = {1, 2, 3};
  MPI_Isend(value, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, request);
  finish(request);
}

int main(void) {
  int got[3];
  MPI_Request request;
  begin();
  for (int i = 0; i < 9; i++)
    if (rank == 0)
      start(&request);
    else
      MPI_Recv(got, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
