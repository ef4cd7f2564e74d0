/* Small sends by handles that are copied, freed, and completed by every call there is. */
#include "case.h"

#define SENDS 12
static MPI_Request request[SENDS];

static void finish(void) {
  int index, flag = 0, count, indices[SENDS];
  MPI_Wait(&request[11], MPI_STATUS_IGNORE);
  MPI_Request_free(&request[10]);
  for (; !flag;)
    MPI_Test(&request[9], &flag, MPI_STATUS_IGNORE);
  MPI_Waitany(3, request + 6, &index, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;)
    MPI_Testany(3, request + 6, &index, &flag, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;)
    MPI_Testall(3, request + 6, &flag, MPI_STATUSES_IGNORE);
  for (int left = 3; left;) {
    MPI_Testsome(3, request + 3, &count, indices, MPI_STATUSES_IGNORE);
    left -= count;
  }
  MPI_Waitsome(1, request + 2, &count, indices, MPI_STATUSES_IGNORE);
  MPI_Waitall(SENDS, request, MPI_STATUSES_IGNORE);
}

int main(void) {
  int value;
  begin();
  for (int round = 0; round < 3; round++) {
    for (int i = 0; rank == 0 && i < SENDS; i++) {
      MPI_Request one;
      MPI_Isend(&rank, 1, MPI_INT, i % 4 ? 1 : MPI_PROC_NULL, i, MPI_COMM_WORLD, &one);
      request[i] = one;
    }
    for (int i = 0; rank == 1 && i < SENDS; i++)
      if (i % 4)
        MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
      finish();
  }
  MPI_Finalize();
}
