/* A pair of a value and an index that MPI-4.1 makes, alone and in another datatype. */
/* case: needs=MPI_Type_get_value_index */
#include "case.h"

struct pair {
  double value;
  int place;
};

int main(void) {
  struct pair *memory, mine, best;
  MPI_Datatype pair, two;
  MPI_Win win;
  begin();
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
  mine = (struct pair){rank, rank};
  MPI_Allreduce(&mine, &best, 1, pair, MPI_MAXLOC, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%g %d\n", best.value, best.place);
  MPI_Type_contiguous(2, pair, &two);
  MPI_Type_commit(&two);
  MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  MPI_Put((struct pair[2]){mine, best}, 1, two, !rank, 0, 1, two, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%g %d\n", memory[1].value, memory[0].place);
  MPI_Type_free(&two);
  MPI_Win_free(&win);
  MPI_Finalize();
}
