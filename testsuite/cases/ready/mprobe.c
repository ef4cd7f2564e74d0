/* MPI_Mprobe finds the message of a ready send: no receive was posted. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Message message;
  begin();
  if (rank == 0) {
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-before-recv */
  } else {
    MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE); /* site: rsend-before-recv */
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
