/* Copies of the memory of another process in a shared window are freed; its own has no bytes.
 */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  MPI_Win win;
  char *memory, *copy;
  MPI_Aint bytes;
  int unit;
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Win_allocate_shared(rank == 0 ? 4096 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                            &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);
    MPI_Win_fence(0, win);
    if (rank == 0)
      memset(memory, i, (size_t)bytes);
    MPI_Win_fence(0, win);
    copy = malloc((size_t)bytes);
    memcpy(copy, memory, (size_t)bytes);
    free(copy);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
