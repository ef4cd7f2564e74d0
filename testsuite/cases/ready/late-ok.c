/* The receiver posts and then says so: the ready send is right. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Recv(NULL, 0, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Send(NULL, 0, MPI_INT, 0, 8, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
