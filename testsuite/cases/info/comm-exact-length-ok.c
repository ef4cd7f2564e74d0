/* Receives messages that are as long as their buffers, and one that is not on another
 * communicator. */
#include "case.h"

int main(void) {
  int value = 7;
  MPI_Comm comm, other;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &other);
  int values[4] = {0};
  MPI_Status status;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
    MPI_Send(values, 4, MPI_INT, 1, 3, comm);
    MPI_Send(NULL, 0, MPI_INT, 1, 3, comm);
    MPI_Send(&value, 1, MPI_INT, 1, 3, other);
  } else {
    MPI_Recv(values, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    MPI_Recv(values, 4, MPI_INT, 0, 3, comm, &status);
    MPI_Recv(NULL, 0, MPI_INT, 0, 3, comm, &status);
    MPI_Recv(values, 4, MPI_INT, 0, 3, other, MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Comm_free(&other);
  MPI_Finalize();
}
