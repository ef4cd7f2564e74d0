/* Both ranks test for a message that neither sends. The program knows no clock: nothing but the
 * message ends its loops. */
#include <mpi.h>

int main(int count, char **words) {
  int rank, size, value, flag = 0;
  MPI_Request request;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  while (!flag)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
