/* They are started in another order, and waited for when all are started. */
/* case: needs=MPI_Barrier_init */
#include "case.h"

int main(void) {
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request[i]);
  for (int i = 0; i < 2; i++)
    MPI_Start(&request[i ^ rank]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; i++)
    MPI_Request_free(&request[i]);
  MPI_Finalize();
}
