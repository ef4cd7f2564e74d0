/* Messages that are sent before calls that may wait for all processes, and received after them:
 * a nonblocking barrier, the creation of a window, a fence. */
#include "case.h"

static void from(int tag) {
  int value = 1;
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD); /* expect: unsafe-send */ /* expect: unsafe-send */ /* expect: unsafe-send */
}

static void to(int tag) {
  int value;
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
}

int main(void) {
  int base[8];
  MPI_Request request;
  MPI_Win win;
  begin();
  from(1);
  MPI_Ibarrier(MPI_COMM_WORLD, &request); /* site: unsafe-send */
  MPI_Wait(&request, MPI_STATUS_IGNORE);  /* site: unsafe-send */
  to(1);
  from(2);
  MPI_Win_create(base, sizeof base, 1, MPI_INFO_NULL, MPI_COMM_WORLD, /* site: unsafe-send */
                 &win);
  to(2);
  from(3);
  MPI_Win_fence(0, win); /* site: unsafe-send */
  to(3);
  MPI_Win_free(&win);
  MPI_Finalize();
}
