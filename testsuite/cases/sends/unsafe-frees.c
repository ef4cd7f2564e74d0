/* One process frees many communicators before a barrier, the other one after it. */
#include "case.h"

#define MANY 40

int main(void) {
  MPI_Comm comm[MANY];
  begin();
  for (int i = 0; i < MANY; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD); /* expect: unsafe-collective */
    for (int i = 0; i < MANY; i++)
      MPI_Comm_free(&comm[i]); /* site: unsafe-collective */
  } else {
    for (int i = 0; i < MANY; i++)
      MPI_Comm_free(&comm[i]);   /* site: unsafe-collective */
    MPI_Barrier(MPI_COMM_WORLD); /* site: unsafe-collective */
  }
  MPI_Finalize();
}
