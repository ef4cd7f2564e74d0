/* Sends are tested in an assertion only, which is empty when the program is built for use, and then
 * their buffers are deleted. vtkPStreamTracer of VTK. */
#include "case.h"

#define CHECK(condition) /* as in a program that is built for use */

int main(void) {
  char *task = calloc(1, 4000);
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Isend(task, 4000, MPI_CHAR, 1, 561, MPI_COMM_WORLD, &request); /* expect: request-lost */
  else
    MPI_Recv(task, 4000, MPI_CHAR, 0, 561, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(rank == 1 || MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  free(task); /* expect: buffer-freed */
  MPI_Finalize();
}
