/* A put to the end of one part of shared memory, and a receive into the part before. */
#include "case.h"

int main(void) {
  int v = 1, unit, *mine, *theirs, message[5] = {0};
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    MPI_Unpack(message, sizeof message, &(int){0}, mine, 4, MPI_INT, MPI_COMM_SELF);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
