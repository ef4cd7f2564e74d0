/* Each partition is written before it is marked ready, the next ones while others are sent. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  int value[4] = {0}, list[2] = {1, 3}, seen;
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 4, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 4, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int turn = 0; turn < 3; turn++) {
    MPI_Start(&request);
    for (int i = 0; i < 4 && rank == 0; i += 2) {
      STORE(value[i], turn + i);
      MPI_Pready(i, request);
    }
    if (rank == 0) {
      STORE(value[1], turn + 1);
      STORE(value[3], turn + 3);
      MPI_Pready_list(2, list, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    LOAD(seen, value[3]);
  }
  printf("%d %d\n", rank, seen);
  MPI_Request_free(&request);
  MPI_Finalize();
}
