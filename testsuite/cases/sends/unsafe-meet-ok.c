/* Messages that are sent and received before calls that may wait for all processes:
 * a nonblocking barrier, the creation of a window, a fence. */
#include "case.h"

static void from(int tag) {
  int value = 1;
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
}

static void to(int tag) {
  int value;
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

int main(void) {
  int base[8];
  MPI_Request request;
  MPI_Win win;
  begin();
  from(1);
  to(1);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  from(2);
  to(2);
  MPI_Win_create(base, sizeof base, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  from(3);
  to(3);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
