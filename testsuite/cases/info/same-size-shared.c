/* Promises same_size and allocates a shared memory window with different sizes. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  bytes = (rank + 1) * sizeof *memory;
  MPI_Win_allocate_shared(bytes, sizeof *memory, info, // expect: same-size-violated
                          MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
