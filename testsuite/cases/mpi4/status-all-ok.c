/* The buffers of receives are read when calls that ask for statuses say that they are complete. */
/* case: needs=MPI_Request_get_status_all */
#include "case.h"

int main(void) {
  int value[3], there = 0, seen, which[3], n;
  MPI_Request request[3];
  begin();
  for (int i = 0; i < 3; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &request[i]);
  MPI_Send(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
  while (!there)
    MPI_Request_get_status_any(3, request, &n, &there, MPI_STATUS_IGNORE);
  LOAD(seen, value[n]);
  MPI_Send(&rank, 1, MPI_INT, !rank, 1, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, !rank, 2, MPI_COMM_WORLD);
  for (n = 0; n < 1;)
    MPI_Request_get_status_some(2, request + 1, &n, which, MPI_STATUSES_IGNORE);
  LOAD(seen, value[1 + which[0]]);
  for (there = 0; !there;)
    MPI_Request_get_status_all(3, request, &there, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 3; i++)
    LOAD(seen, value[i]);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
