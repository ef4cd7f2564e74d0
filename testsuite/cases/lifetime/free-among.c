/* Of two buffers one is freed between the sends from them and the wait, after memory between
 * them that no operation uses. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

#define OTHERS 100

int main(void) {
  char *other[OTHERS];
  int got[100], *buffer[2];
  MPI_Request request[2];
  begin();
  buffer[0] = calloc(100, sizeof(int));
  for (int i = 0; i < OTHERS; i++)
    other[i] = malloc(200);
  buffer[1] = calloc(100, sizeof(int));
  for (int i = 0; rank == 0 && i < 2; i++)
    MPI_Isend(buffer[i], 99, MPI_INT, 1, /* site: buffer-freed */
              i, MPI_COMM_WORLD, &request[i]);
  for (int i = 0; i < OTHERS; i++)
    free(other[i]);
  if (rank == 0) {
    free(buffer[1]); /* expect: buffer-freed */
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    free(buffer[0]);
  } else {
    for (int i = 0; i < 2; i++) {
      MPI_Recv(got, 100, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      free(buffer[i]);
    }
  }
  MPI_Finalize();
}
