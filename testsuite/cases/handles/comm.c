/* Sends in a communicator that was freed. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm comm, copy;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
  MPI_Comm_free(&comm); /* site: handle-stale */
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, copy); /* expect: handle-stale */
  MPI_Finalize();
}
