/* Sends of no type: of nothing, which MPICH makes messages of, and of something, which fail. */
/* case: levels=mpi,pages */
#include "case.h"

int main(void) {
  int value = 0, failed = 0, got = 0;
  begin();
  if (rank == 0) {
    int rc = MPI_Send(NULL, 0, MPI_DATATYPE_NULL, 1, 1, MPI_COMM_WORLD); /* expect: type-null */
    int sent = rc == MPI_SUCCESS;
    value = 3;
    rc = MPI_Send(&value, 1, MPI_DATATYPE_NULL, 1, 2, MPI_COMM_WORLD); /* expect: type-null */
    failed = rc != MPI_SUCCESS;
    value = sent + 4;
    MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    printf("%d\n", failed);
  } else if (rank == 1) {
    MPI_Request r;
    MPI_Irecv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &r);
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (value == 4)
      MPI_Cancel(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
