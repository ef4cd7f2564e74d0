/* Accumulates a structure of two different basic datatypes. MPICH's own assertion ends it, and Open MPI
 * takes the size of a type that it has not found. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  ALIGNED struct {
    float x;
    int n;
  } memory = {0, 0}, value = {1, 1};
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {0, 4};
  MPI_Datatype parts[2] = {MPI_FLOAT, MPI_INT}, both;
  MPI_Win win;
  begin();
  MPI_Type_create_struct(2, lengths, places, parts, &both);
  MPI_Type_commit(&both);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&value, 1, both, 1, 0, 1, both, // expect: accumulate-type-invalid
                   MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&both);
  MPI_Win_free(&win);
  MPI_Finalize();
}
