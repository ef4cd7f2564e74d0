/* Put, flush and a neighbourhood gather along an edge from origin to target. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  int from = 0, to = 1, degree = 1, weight = 1;
  int token = 0, got = 0;
  MPI_Comm graph;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  /* the one edge, which one rank tells all */
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0, &from, &degree, &to, &weight, MPI_INFO_NULL,
                        0, &graph);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Neighbor_allgather(&token, 1, MPI_INT, &got, 1, MPI_INT, graph);
  } else {
    MPI_Neighbor_allgather(&token, 1, MPI_INT, &got, 1, MPI_INT, graph);
    MPI_Win_sync(win);
    LOAD(seen, memory[0]);
  }
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&graph);
  MPI_Win_free(&win);
  MPI_Finalize();
}
