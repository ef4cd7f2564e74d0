/* One of the receives that a call asks for is not complete, and its buffer is read. */
/* case: needs=MPI_Request_get_status_all */
#include "case.h"

int main(void) {
  int value[2], there = 0, seen;
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &request[i]); /* site: buffer-race */
  MPI_Request_get_status_all(2, request, &there, MPI_STATUSES_IGNORE);
  LOAD(seen, value[1]); /* expect: buffer-race */
  for (int i = 0; i < 2; i++)
    MPI_Send(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
