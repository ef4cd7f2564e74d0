/* Two messages are matched by MPI_Mprobe and MPI_Improbe and received with what these give. */
/* case: ranks=2 */
#include "case.h"

int main(void) {
  int value, flag = 0;
  MPI_Message message[2];
  MPI_Status status;
  MPI_Request request;
  begin();
  value = rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 3, MPI_COMM_WORLD, &message[0], &status);
    while (!flag)
      MPI_Improbe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &message[1], &status);
    MPI_Mrecv(&value, 1, MPI_INT, &message[0], &status);
    MPI_Imrecv(&value, 1, MPI_INT, &message[1], &request);
    MPI_Wait(&request, &status);
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message[0], &status);
    MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message[1], &status);
  }
  MPI_Finalize();
}
