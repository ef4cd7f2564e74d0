/* Two origins put into two places by calls with large counts, and datatypes made with them. */
/* case: ranks=3 needs=MPI_Put_c */
#include "case.h"

int main(void) {
  int *memory, value[2] = {7, 8};
  MPI_Win win;
  MPI_Datatype type;
  begin();
  MPI_Type_vector_c(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_allocate_c(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
  MPI_Win_fence(0, win);
  if (rank > 0)
    MPI_Put_c(value, 2, MPI_INT, 0, rank - 1, 1, type, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%d %d\n", memory[0] + memory[1], memory[2] + memory[3]);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Finalize();
}
