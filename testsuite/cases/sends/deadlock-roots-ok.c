/* Each is the root once, and they name it alike. */
#include "case.h"

#define N 4000000

int main(void) {
  char *data = calloc(1, N);
  begin();
  for (int root = 0; root < size; root++)
    MPI_Bcast(data, N, MPI_CHAR, root, MPI_COMM_WORLD);
  free(data);
  MPI_Finalize();
}
