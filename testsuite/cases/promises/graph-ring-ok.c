/* A ring in which each process names the one that sends to it as its source. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  MPI_Comm all = MPI_COMM_WORLD, ring;
  const int w[] = {2};
  begin();
  int to = (rank + 1) % size, from = (rank + size - 1) % size;
  MPI_Dist_graph_create_adjacent(all, 1, &from, w, 1, &to, w, MPI_INFO_NULL, 0, &ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
