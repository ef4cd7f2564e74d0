/* The last block of a vector that is broadcast ends before the memory does. */
#include "hole.h"

enum { BLOCKS = 4 };

int main(void) {
  begin();
  MPI_Datatype columns;
  int *memory = before_hole();
  MPI_Type_vector(BLOCKS, 4, HOLE_INTS / 4, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  if (rank == 0)
    MPI_Bcast(memory, 1, columns, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(memory, 4 * BLOCKS, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Type_free(&columns);
  MPI_Finalize();
}
