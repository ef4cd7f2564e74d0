/* Allocates a window with memory at one process only and promises nothing. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "false");
  bytes = rank == 0 ? sizeof *memory : 0;
  MPI_Win_allocate(bytes, sizeof *memory, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
