/* Requests of all kinds, complete and not, are waited for in one call, with null handles among
 * them. */
#include "case.h"

int main(void) {
  int x = 1, y = 0, z = 0;
  MPI_Request all[5] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                        MPI_REQUEST_NULL};
  begin();
  MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  MPI_Irecv(&y, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &all[0]);
  MPI_Isend(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &all[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &all[2]);
  MPI_Recv_init(&z, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &all[3]);
  MPI_Start(&all[3]);
  MPI_Waitall(5, all, MPI_STATUSES_IGNORE);
  MPI_Request_free(&all[3]);
  MPI_Finalize();
}
