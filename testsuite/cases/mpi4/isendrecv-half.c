/* MPI_Isendrecv_replace that only sends, and MPI_Waitall, which waits for nobody else. */
/* case: needs=MPI_Isendrecv options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

#define N (1 << 20)

static int out[N];

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isendrecv_replace(out, N, MPI_INT, 1, 3, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  } else
    MPI_Recv(out, N, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Finalize();
}
