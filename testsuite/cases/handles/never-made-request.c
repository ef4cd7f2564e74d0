/* Waits for a request that no call has made: the send is left out at the last rank. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int x = 1;
  MPI_Request request;
  begin();
  memset(&request, 0x5c, sizeof request);
  if (size > 100)
    MPI_Isend(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: handle-invalid */
  MPI_Finalize();
}
