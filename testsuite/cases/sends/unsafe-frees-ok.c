/* Both processes free many communicators before a barrier. */
#include "case.h"

#define MANY 40

int main(void) {
  MPI_Comm comm[MANY];
  begin();
  for (int i = 0; i < MANY; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
  if (rank == 0) {
    for (int i = 0; i < MANY; i++)
      MPI_Comm_free(&comm[i]);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < MANY; i++)
      MPI_Comm_free(&comm[i]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
