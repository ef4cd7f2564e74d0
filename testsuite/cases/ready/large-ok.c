/* MPI_Rsend_init_c after a barrier; the receive is in MPI_Isendrecv. */
/* case: needs=MPI_Send_c */
#include "case.h"

int main(void) {
  int value = 1, other = 2;
  MPI_Request request;
  begin();
  if (rank == 1)
    MPI_Isendrecv(&value, 1, MPI_INT, 0, 8, &other, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  else
    MPI_Rsend_init_c(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Start(&request);
    MPI_Recv(&other, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Request_free(&request);
  MPI_Finalize();
}
