/* standstill_poll [probe]: both ranks test, or probe, for a message that neither sends. The program
 * knows no clock: nothing but the message ends its loops. */
#include <mpi.h>

int main(int count, char **words) {
  int rank, size, value, flag = 0, probes = count > 1;
  MPI_Request request;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!probes)
    MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  while (!flag && !probes)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  while (!flag && probes)
    MPI_Iprobe((rank + 1) % size, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
