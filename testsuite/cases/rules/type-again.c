/* A datatype is made where one was that has been used and freed: its handle is the same one in
 * MPICH, and has other bytes. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v[4] = {1, 2, 3, 4};
  MPI_Datatype apart, together;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  if (rank == 0)
    MPI_Put(v, 1, apart, 0, 0, 1, apart, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&apart);
  MPI_Type_contiguous(2, MPI_INT, &together);
  MPI_Type_commit(&together);
  if (rank == 0)
    MPI_Put(v, 1, together, 0, 0, 1, together, win); /* expect: rma-race */
  else
    MPI_Put(v, 1, MPI_INT, 0, 1, 1, MPI_INT, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Type_free(&together);
  MPI_Win_free(&win);
  MPI_Finalize();
}
