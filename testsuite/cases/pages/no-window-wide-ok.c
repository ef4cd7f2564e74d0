/* A program without windows, at the default level: the middle of buffers of receives is accessed
 * when these are complete. More buffers are in use than debug registers could watch. */
#include "show.h"

enum { COUNT = 5000, RECEIVES = 6 };
static double data[RECEIVES][COUNT];

int main(void) {
  double *extra = calloc(COUNT, sizeof *extra);
  MPI_Request r[RECEIVES], one;
  double early = 0;
  begin();
  if (rank == 0) {
    for (int i = 0; i < RECEIVES; i++)
      MPI_Irecv(data[i], COUNT, MPI_DOUBLE, 1, i, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(RECEIVES, r, MPI_STATUSES_IGNORE);
    early = data[4][COUNT / 2];
    MPI_Irecv(extra, COUNT, MPI_DOUBLE, 1, 9, MPI_COMM_WORLD, &one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    extra[COUNT / 3] = 3;
  } else if (rank == 1) {
    for (int i = 0; i < RECEIVES; i++)
      MPI_Send(data[i], COUNT, MPI_DOUBLE, 0, i, MPI_COMM_WORLD);
    MPI_Send(extra, COUNT, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD);
  }
  show(early < 1, extra[1] < 1);
  MPI_Finalize();
  free(extra);
}
