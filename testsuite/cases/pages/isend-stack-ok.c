/* The buffer of a send under way, on the stack, is read, and changed after it. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  MPI_Request request;
  volatile int buffer[3] = {1, 2, 3};
  int sum = 0, got[3] = {0};
  begin();
  for (int k = 0; k < 20; k++)
    if (rank == 0) {
      MPI_Isend((void *)buffer, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
      for (int i = 0; i < 3; i++)
        sum += buffer[i];
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      buffer[1] += 7;
    } else {
      MPI_Recv(got, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += got[1];
    }
  if (rank == 0)
    printf("%d\n", sum);
  MPI_Finalize();
}
