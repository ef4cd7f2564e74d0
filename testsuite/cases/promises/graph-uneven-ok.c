/* One graph whose edges all lead back, some of them twice and one to the process itself; and
 * one with an edge that does not, which is only asked about. */
#include "case.h"

int main(void) {
  const int ends[] = {3, 5}, edges[] = {1, 1, 0, 0, 0}, one_way[] = {1, 1, 0},
            one_end[] = {1, 2};
  int other[3], sent[3] = {0}, neighbours = 0;
  MPI_Comm graph, alone;
  begin();
  MPI_Graph_create(MPI_COMM_WORLD, 2, ends, edges, 0, &graph);
  MPI_Neighbor_alltoall(sent, 1, MPI_INT, other, 1, MPI_INT, graph);
  MPI_Graph_create(MPI_COMM_WORLD, 2, one_end, one_way, 0, &alone);
  MPI_Graph_neighbors_count(alone, rank, &neighbours);
  MPI_Comm_free(&alone);
  MPI_Comm_free(&graph);
  MPI_Finalize();
}
