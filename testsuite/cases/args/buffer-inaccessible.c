/* The buffer of a send is shorter than its count says. */
/* case: status=crashed */
#include "hole.h"

int main(void) {
  begin();
  int *memory = before_hole(), all[8];
  if (rank == 0)
    MPI_Send(memory + HOLE_INTS - 4, 8, MPI_INT, 1, 0, /* expect: buffer-inaccessible */
             MPI_COMM_WORLD);
  else
    MPI_Recv(all, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
