/* The buffer of a send under way is loaded, and stored when it is complete. */
/* case: levels=compiled */
#include "case.h"

static int buffer[64];

int main(void) {
  MPI_Request request;
  int sum = 0;
  begin();
  if (rank == 0) {
    MPI_Isend(buffer, 64, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 64; i++)
      sum += buffer[i];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 63; i >= 0; i--)
      buffer[i] = i;
  } else {
    MPI_Recv(buffer, 64, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (sum)
    puts("other");
  MPI_Finalize();
}
