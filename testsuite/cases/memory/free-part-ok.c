/* A window has a part of a block; its neighbours are freed. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

enum { BLOCKS = 50, PART = 3 };

int main(void) {
  MPI_Win win[BLOCKS];
  char *block[BLOCKS];
  begin();
  for (int i = 0; i < BLOCKS; i++)
    block[i] = malloc(4096);
  for (int i = 1; i < BLOCKS; i += PART)
    MPI_Win_create(block[i] + 1024, 2048, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
  for (int i = 0; i < BLOCKS; i++)
    if (i % PART != 1)
      free(block[i]);
  for (int i = 1; i < BLOCKS; i += PART)
    MPI_Win_free(&win[i]);
  for (int i = 1; i < BLOCKS; i += PART)
    free(block[i]);
  MPI_Finalize();
}
