/* A scalar on the stack that a nonblocking receive is to fill is read when it has come. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  MPI_Request request;
  volatile int buffer = 0;
  int sum = 0;
  begin();
  for (int i = 0; i < 20; i++)
    if (rank == 0) {
      MPI_Irecv((void *)&buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      sum += buffer;
      buffer = 0;
    } else {
      buffer = i;
      MPI_Send((void *)&buffer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  if (rank == 0)
    printf("%d\n", sum);
  MPI_Finalize();
}
