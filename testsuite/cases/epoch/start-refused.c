/* The library refuses the second MPI_Win_start: the second MPI_Win_complete ends nothing. */
#include "case.h"

int main(void) {
  int memory = 0;
  MPI_Win win;
  MPI_Group world;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_post(world, 0, win);
  MPI_Win_start(world, 0, win);
  int failed = MPI_Win_start(world, 0, win); /* expect: access-epoch-overlap */
  MPI_Win_complete(win);
  if (failed)
    MPI_Win_complete(win); /* expect: complete-without-start */
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  MPI_Group_free(&world);
  MPI_Finalize();
}
