/* Passes a token round a ring by post, start, complete and wait. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int inbox = 0;
  int token, right, left;
  MPI_Win win;
  MPI_Group source, sink;
  begin();
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  source = only(left);
  sink = only(right);
  MPI_Win_create(&inbox, sizeof inbox, sizeof inbox, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  token = rank;
  for (int step = 0; step < size; step++) {
    MPI_Win_post(source, 0, win);
    MPI_Win_start(sink, 0, win);
    MPI_Put(&token, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    token = inbox;
  }
  printf("%s", token == rank ? "" : "the token is lost\n");
  MPI_Group_free(&source);
  MPI_Group_free(&sink);
  MPI_Win_free(&win);
  MPI_Finalize();
}
