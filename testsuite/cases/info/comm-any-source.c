/* Probes for a message from any process on a communicator that promises not to. */
#include "case.h"

int main(void) {
  int value = 7, flag;
  MPI_Comm comm;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_source", "true");
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, comm);
  } else {
    MPI_Iprobe(MPI_ANY_SOURCE, 3, comm, &flag, /* expect: comm-assertion-violated */
               MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
  }
  MPI_Info_free(&info);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
