/* Lists without entries may be null pointers, and so may what MPI has a name for. */
/* case: ranks=1 cflags=-w */
#include "case.h"

int main(void) {
  int done, sent = 1, got;
  MPI_Datatype type;
  MPI_Request request;
  MPI_Comm graph;
  begin();
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
  MPI_Testall(0, NULL, &done, MPI_STATUSES_IGNORE);
  MPI_Type_create_struct(0, NULL, NULL, NULL, &type);
  MPI_Type_free(&type);
  MPI_Type_create_indexed_block(0, 3, NULL, MPI_INT, &type);
  MPI_Type_free(&type);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors(graph, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED);
  MPI_Comm_free(&graph);
  MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
