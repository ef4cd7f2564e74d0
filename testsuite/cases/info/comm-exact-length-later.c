/* The last of some messages, which are received in one line, is shorter than the buffer. */
#include "case.h"

int main(void) {
  int values[4] = {0};
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_info(comm, info);
  for (int i = 0; i < 200; i++) {
    if (rank == 0)
      MPI_Send(values, i == 199 ? 1 : 4, MPI_INT, 1, 3, comm);
    else
      MPI_Recv(values, 4, MPI_INT, 0, 3, comm, /* expect: comm-assertion-violated */
               MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
