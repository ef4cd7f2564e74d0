/* The root waits long for a rank that is only slow. */
/* case: options="--timeout=7" status=hung exit=any timeout=40 */
#include "hidden.h"

#define N 4000000

int main(void) {
  char *data = calloc(1, N);
  begin();
  if (rank == 1)
    sleep(20);
  MPI_Bcast(data, N, MPI_CHAR, 0, MPI_COMM_WORLD);
  free(data);
  MPI_Finalize();
}
