/* The same, of a receive that has a request. */
#include "case.h"

int main(void) {
  int value = 7;
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_info(comm, info);
  int values[4] = {0};
  MPI_Request request;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  } else {
    MPI_Irecv(values, 4, MPI_INT, MPI_ANY_SOURCE, 3, comm, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); /* expect: comm-assertion-violated */
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
