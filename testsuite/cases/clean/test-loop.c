/* Ends three exposure epochs in a row by loops round Win_test. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int round = 1; round <= 3; round++) {
    if (rank == 0) {
      MPI_Win_start(peer, 0, win);
      MPI_Put(&round, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
    } else {
      int flag = 0;
      MPI_Win_post(peer, 0, win);
      while (!flag)
        MPI_Win_test(win, &flag);
      printf("round %d brought %d\n", round, memory);
    }
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
