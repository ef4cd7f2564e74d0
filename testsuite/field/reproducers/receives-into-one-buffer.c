/* Receives that are under way at once share a buffer. dtype_send, mt_mpicancel and threads of MPICH's
 * tests. */
#include "case.h"

int main(void) {
  int one = 1, into;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Irecv(&into, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]); /* site: buffer-race */
    MPI_Irecv(&into, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[1]); /* expect: buffer-race */
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irsend(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irsend(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request[1]);
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
