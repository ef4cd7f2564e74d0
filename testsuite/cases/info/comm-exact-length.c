/* Receives a message that is shorter than the buffer on a communicator that promises that none
 * is. */
#include "case.h"

int main(void) {
  int value = 7;
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  int values[4] = {0};
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  else
    MPI_Recv(values, 4, MPI_INT, 0, 3, comm, /* expect: comm-assertion-violated */
             MPI_STATUS_IGNORE);
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
