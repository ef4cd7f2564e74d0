/* A variable of a function that starts a send; another function, that is called later, waits. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

__attribute__((noinline)) static void start(MPI_Request *request) {
  int value[3] = {1, 2, 3};
  MPI_Isend(value, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, request); /* expect: buffer-freed */
}

__attribute__((noinline)) static void finish(MPI_Request *request) {
  char text[400];
  MPI_Wait(request, MPI_STATUS_IGNORE); /* site: buffer-freed */
  snprintf(text, sizeof text, "%d", rank);
}

int main(void) {
  int got[3];
  MPI_Request request;
  begin();
  if (rank == 0) {
    start(&request);
    finish(&request);
  } else {
    MPI_Recv(got, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
