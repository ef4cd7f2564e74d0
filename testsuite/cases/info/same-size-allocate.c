/* Promises same_size and allocates a window with memory at one process only. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  bytes = rank == 0 ? sizeof *memory : 0;
  MPI_Win_allocate(bytes, sizeof *memory, info, MPI_COMM_WORLD, // expect: same-size-violated
                   &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
