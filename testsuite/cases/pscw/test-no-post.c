/* Calls Win_test without Win_post. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  int flag = 0;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    MPI_Win_test(win, &flag); /* expect: wait-without-post */
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
