/* MPI_Graph_create makes a graph with an edge that does not lead back, which neighbourhood
 * collectives cannot use: rank 0 waits for what rank 1 does not send. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  const int ends[] = {1, 2}, edges[] = {1, 1};
  int other[2];
  MPI_Comm graph;
  begin();
  MPI_Graph_create(MPI_COMM_WORLD, 2, ends, edges, 0, &graph);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, other, 1, MPI_INT, /* expect: topology-invalid */
                         graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
}
