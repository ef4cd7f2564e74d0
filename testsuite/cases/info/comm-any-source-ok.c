/* Probes for and receives a message from a named process on a communicator that promises not to
 * receive from any, and from any on its duplicate, which promises nothing. */
#include "case.h"

int main(void) {
  int value = 7, flag;
  MPI_Comm comm, other;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_source", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &other);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
    MPI_Send(&value, 1, MPI_INT, 1, 3, other);
  } else {
    MPI_Iprobe(0, 3, comm, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, other, MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Comm_free(&other);
  MPI_Finalize();
}
