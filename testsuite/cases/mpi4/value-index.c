/* Two processes put pairs of a value and an index, which MPI-4.1 makes, into one place. */
/* case: ranks=3 needs=MPI_Type_get_value_index */
#include "case.h"

struct pair {
  double value;
  int place;
};

int main(void) {
  struct pair *memory, mine;
  MPI_Datatype pair;
  MPI_Win win;
  begin();
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
  mine = (struct pair){rank, rank};
  MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&mine, 1, pair, 0, 1, 1, pair, win); /* expect: rma-race */
  if (rank == 2)
    MPI_Put(&mine, 1, pair, 0, 1, 1, pair, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
