/* A persistent gather of blocks of two columns of a matrix, one beside the other. */
/* case: needs=MPI_Allgather_init */
#include "case.h"

int main(void) {
  int mine[6] = {0}, matrix[12] = {0};
  MPI_Datatype columns, next;
  MPI_Request request;
  begin();
  MPI_Type_vector(3, 2, 4, MPI_INT, &columns);
  MPI_Type_create_resized(columns, 0, 2 * sizeof *matrix, &next);
  MPI_Type_commit(&next);
  MPI_Allgather_init(mine, 6, MPI_INT, matrix, 1, next, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Type_free(&columns);
  MPI_Type_free(&next);
  MPI_Finalize();
}
