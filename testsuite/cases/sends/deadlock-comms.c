/* The same call, but on two communicators of the same ranks. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  MPI_Comm one, two;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_dup(MPI_COMM_WORLD, &two);
  if (rank == 0)
    MPI_Barrier(one); /* expect: deadlock */
  else
    MPI_Barrier(two); /* site: deadlock */
  MPI_Barrier(rank ? one : two);
  MPI_Comm_free(&one);
  MPI_Comm_free(&two);
  MPI_Finalize();
}
