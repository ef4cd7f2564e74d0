/* Two persistent operations are started and waited for in another order at each process. */
/* case: needs=MPI_Barrier_init status=hung exit=any */
#include "case.h"

int main(void) {
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request[i]);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request[i ^ rank]);
    MPI_Wait(&request[i ^ rank], MPI_STATUS_IGNORE); /* expect: deadlock */
  }
  for (int i = 0; i < 2; i++)
    MPI_Request_free(&request[i]);
  MPI_Finalize();
}
