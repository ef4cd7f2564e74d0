/* Windows on all of the heap, in which MPI and the libraries below keep data of their own: what
 * they do whenever memory is mapped comes while such a window is made and freed. */
/* case: levels=mpi,pages */
#include "show.h"
#include <unistd.h>

int main(void) {
  MPI_Win first, win;
  int mine = 1, sum = 0;
  char *low = malloc(100);
  begin();
  MPI_Win_create(&mine, sizeof mine, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  for (int i = 0; i < 3; i++) {
    *low = (char)i;
    MPI_Win_create(low, (char *)sbrk(0) - low, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    sum += *low;
    MPI_Win_free(&win);
    sum += *low;
  }
  MPI_Win_free(&first);
  show(sum, mine);
  free(low);
  MPI_Finalize();
}
