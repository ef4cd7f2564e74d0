/* The last block of a vector that is broadcast lies behind the memory. */
/* case: status=crashed */
#include "hole.h"

enum { BLOCKS = 5 };

int main(void) {
  begin();
  MPI_Datatype columns;
  int *memory = before_hole();
  MPI_Type_vector(BLOCKS, 4, HOLE_INTS / 4, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  if (rank == 0)
    MPI_Bcast(memory, 1, columns, 0, MPI_COMM_WORLD); /* expect: buffer-inaccessible */
  else
    MPI_Bcast(memory, 4 * BLOCKS, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Type_free(&columns);
  MPI_Finalize();
}
