/* Receives message after message; the library may give the same handle again. The last probes
 * find nothing, or nobody. */
#include "case.h"

int main(void) {
  int x = 1, y = 0, flag;
  MPI_Message message, before;
  MPI_Request request;
  begin();
  for (int i = 0; i < 20; i++) {
    MPI_Isend(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Mprobe(rank, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    before = message;
    if (i % 2)
      MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (message == before)
      MPI_Imrecv(&y, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
