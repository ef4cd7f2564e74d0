/* The result of a persistent reduction is read between one operation and the next. */
/* case: needs=MPI_Allreduce_init */
#include "case.h"

int main(void) {
  int mine, sum = 0, seen;
  MPI_Request request;
  begin();
  mine = rank;
  MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int turn = 0; turn < 3; turn++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    LOAD(seen, sum);
    STORE(mine, seen);
  }
  printf("%d\n", sum);
  MPI_Request_free(&request);
  MPI_Finalize();
}
