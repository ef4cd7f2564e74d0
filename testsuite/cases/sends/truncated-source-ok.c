/* The same with room for both. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  float values[8] = {0};
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int from = 1; rank == 0 && from < size; from++)
    MPI_Recv(values, 6, MPI_FLOAT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank)
    MPI_Ssend(values, 4 + rank, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
