/* A barrier of the inter-communicator before the ready send. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm half, inter;
  MPI_Request request;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !rank, 5, &inter);
  if (rank == 1)
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, inter, &request);
  MPI_Barrier(inter);
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 0, 7, inter);
  else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
