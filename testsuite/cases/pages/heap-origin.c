/* Large buffers are changed while operations read them: the line that does it is not seen, but
 * that it was done between two calls is. */
/* case: levels=pages */
#include "case.h"

enum { N = 100000 };

int main(void) {
  double *buffer = calloc(N, sizeof *buffer), *memory;
  MPI_Request request;
  MPI_Win win;
  begin();
  MPI_Win_allocate(N * sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(buffer, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, win); /* expect: buffer-race */
    buffer[54321] = 1;
  }
  MPI_Win_fence(0, win); /* site: buffer-race */
  if (rank == 0) {
    MPI_Isend(buffer, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request); /* expect: buffer-race */
    for (int i = 500; i < 600; i++)
      buffer[i] = i;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* site: buffer-race */
  } else {
    MPI_Recv(buffer, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  free(buffer);
}
