/* MPI_Startall of an array with a request that is not persistent. */
/* case: status=any exit=any timeout=20 */
#include "case.h"

int main(void) {
  int value[2];
  MPI_Request request[2];
  begin();
  MPI_Recv_init(&value[0], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(&value[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, /* site: request-not-persistent */
            &request[1]);
  MPI_Startall(2, request); /* expect: request-not-persistent */
  MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Finalize();
}
