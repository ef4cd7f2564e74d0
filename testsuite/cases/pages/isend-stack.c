/* The buffer of a send under way, three numbers on the stack, is changed; its being read is right. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  MPI_Request request;
  volatile int buffer[3] = {1, 2, 3};
  int sum = 0, got[3];
  begin();
  if (rank == 0) {
    MPI_Isend((void *)buffer, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
    for (int i = 0; i < 3; i++)
      sum += buffer[i];
    buffer[1] = 7; /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(got, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return sum == 1;
}
