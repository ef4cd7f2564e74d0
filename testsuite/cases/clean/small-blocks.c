/* Hundreds of small blocks are attached to a dynamic window: together they lie in fewer pages
 * than an MPI library may be able to attach. */
#include "case.h"

#define BLOCKS 360

int main(void) {
  MPI_Win win;
  void *block[BLOCKS];
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < BLOCKS; i++) {
    MPI_Alloc_mem(16, MPI_INFO_NULL, &block[i]);
    MPI_Win_attach(win, block[i], 16);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < BLOCKS; i++)
    MPI_Win_detach(win, block[i]);
  MPI_Win_free(&win);
  for (int i = 0; i < BLOCKS; i++)
    MPI_Free_mem(block[i]);
  MPI_Finalize();
}
