/* The same, of receives that have a request, one after the other and persistent. */
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
  MPI_Status status;
  for (int i = 0; i < 4; i++) {
    if (rank == 0) {
      MPI_Send(values, 4, MPI_INT, 1, 3, comm);
    } else {
      MPI_Irecv(values, 4, MPI_INT, 0, 3, comm, &request);
      MPI_Wait(&request, &status);
    }
  }
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  } else {
    MPI_Recv_init(values, 1, MPI_INT, 0, 3, comm, &request);
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    MPI_Request_free(&request);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
