/* Receives with any tag, which is no mistake until the communicator promises not to. */
#include "case.h"

int main(void) {
  int values[4] = {0};
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int i = 0; i < 200; i++) {
    if (i == 198)
      MPI_Comm_set_info(comm, info);
    if (rank == 0)
      MPI_Send(values, 4, MPI_INT, 1, 3, comm);
    else
      MPI_Recv(values, 4, MPI_INT, 0, MPI_ANY_TAG, comm, /* expect: comm-assertion-violated */
               MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
