/* Promises same_size and creates a window with different sizes. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0};
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  bytes = (rank + 1) * sizeof *memory;
  MPI_Win_create(memory, bytes, sizeof *memory, info, // expect: same-size-violated
                 MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
