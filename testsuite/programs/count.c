/* Makes a known number of calls, which is the same in the programs of all languages. */
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, value = 1, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5; i++)
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++)
    PMPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
