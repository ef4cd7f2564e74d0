/* The root of a large broadcast comes to it before it sends what the other one receives first.
 */
/* case: options="--timeout=7" status=hung exit=any timeout=40 */
#include "case.h"

#define N 4000000

int main(void) {
  int value = 1;
  char *data = calloc(1, N);
  begin();
  if (rank == 0) {
    MPI_Bcast(data, N, MPI_CHAR, 0, MPI_COMM_WORLD); /* expect: deadlock */
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
    MPI_Bcast(data, N, MPI_CHAR, 0, MPI_COMM_WORLD);
  }
  free(data);
  MPI_Finalize();
}
