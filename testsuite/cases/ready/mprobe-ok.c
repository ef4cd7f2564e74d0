/* MPI_Mprobe finds a standard message, a posted receive takes the ready one. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  MPI_Message message;
  begin();
  if (rank == 0) {
    MPI_Recv(NULL, 0, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    MPI_Send(NULL, 0, MPI_INT, 0, 8, MPI_COMM_WORLD);
    MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&other, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
