/* Large buffers: changed beside what operations read, and before and after them; twice read by
 * different operations, changed between; and changed by others where the buffer is a window. */
/* case: levels=pages */
#include "case.h"

enum { N = 100000 };

int main(void) {
  double *buffer = calloc(N, sizeof *buffer), *memory;
  MPI_Datatype even;
  MPI_Request request[2];
  MPI_Win win;
  begin();
  MPI_Type_vector(N / 2, 1, 2, MPI_DOUBLE, &even);
  MPI_Type_commit(&even);
  MPI_Win_allocate(N * sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int k = 0; k < 4; k++) {
    if (rank == 0) {
      MPI_Put(buffer, 1, even, 1, 0, 1, even, win);
      for (int i = 1; i < N; i += 2)
        buffer[i] = k + i;
    }
    MPI_Win_fence(0, win);
    buffer[0] = k;
    if (rank == 0) {
      MPI_Isend(buffer, 1, even, 1, 0, MPI_COMM_WORLD, &request[0]);
      MPI_Irecv(buffer + 1, 1, even, 1, 0, MPI_COMM_WORLD, &request[1]);
    } else {
      MPI_Irecv(buffer, 1, even, 0, 0, MPI_COMM_WORLD, &request[0]);
      MPI_Isend(buffer + 1, 1, even, 0, 0, MPI_COMM_WORLD, &request[1]);
    }
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Win_fence(0, win);
    if (rank == 0) /* the window's first half is read, the other one written to */
      MPI_Put(memory, N / 2, MPI_DOUBLE, 1, 0, N / 2, MPI_DOUBLE, win);
    else
      MPI_Put(buffer, N / 2, MPI_DOUBLE, 0, N / 2 * sizeof(double), N / 2, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
  }
  if (rank == 0)
    printf("%g\n", buffer[1]);
  MPI_Type_free(&even);
  MPI_Win_free(&win);
  MPI_Finalize();
  free(buffer);
}
