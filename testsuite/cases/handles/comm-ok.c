/* Sends in communicators that are made again and again, and freed while messages are under way.
 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm comm, copy;
  MPI_Request request;
  begin();
  for (int i = 0; i < 20; i++) {
    if (i % 2)
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else
      MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
    copy = comm;
    if (rank == 0)
      MPI_Isend(&value, 1, MPI_INT, 1, 3, copy, &request);
    else
      MPI_Irecv(&value, 1, MPI_INT, 0, 3, copy, &request);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
