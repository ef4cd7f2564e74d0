/* Two windows on overlapping memory: a store into the one is one into the other. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  int v = 1;
  MPI_Win first, second;
  begin();
  int *memory = malloc(40000);
  MPI_Win_create(memory, 20000, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(memory + 1000, 30000, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_fence(0, second);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, second); /* expect: rma-local-race */
  else
    STORE(memory[1004], 7); /* site: rma-local-race */
  MPI_Win_fence(0, second);
  MPI_Win_free(&first);
  MPI_Win_fence(0, second);
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 0, 7000, 1, MPI_INT, second); /* expect: rma-local-race */
  else
    STORE(memory[8000], 7); /* site: rma-local-race */
  MPI_Win_fence(0, second);
  MPI_Win_free(&second);
  free(memory);
  MPI_Finalize();
}
