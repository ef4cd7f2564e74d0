/* Probes for any tag on a communicator that promises not to. */
#include "case.h"

int main(void) {
  int value = 7;
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_info(comm, info);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  } else {
    MPI_Probe(0, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE); /* expect: comm-assertion-violated */
    MPI_Recv(&value, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
