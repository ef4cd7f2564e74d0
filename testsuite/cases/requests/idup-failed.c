/* Duplicates a communicator until the library has no context left for one more, and frees what
 * was made but for the first. */
/* case: mpi=mpich */
#include "case.h"

#define MOST 100000

int main(void) {
  static MPI_Comm made[MOST];
  MPI_Comm first;
  MPI_Request request;
  int count = 0;
  begin();
  MPI_Comm_idup(MPI_COMM_WORLD, &first, &request); /* expect: object-not-freed */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  while (count < MOST && MPI_Comm_idup(MPI_COMM_WORLD, &made[count], &request) == MPI_SUCCESS &&
         MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS)
    count++;
  if (count == MOST)
    printf("no end of communicators\n");
  while (count)
    MPI_Comm_free(&made[--count]);
  MPI_Finalize();
}
