/* Handles that are copied: which send the wait is for cannot be told by where they are. */
#include "case.h"

static MPI_Request start(const int *value, int tag) {
  MPI_Request request;
  MPI_Isend(value, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &request);
  return request;
}

static void finish(MPI_Request request) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(void) {
  int value = 1, other;
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Request none, send;
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &none);
    send = start(&value, 3);
    finish(none);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    finish(send);
  }
  MPI_Finalize();
}
