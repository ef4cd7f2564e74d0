/* Blocks of two columns of a matrix come from each process, one beside the other. */
#include "case.h"

int main(void) {
  int mine[6] = {0}, twice[12] = {0}, matrix[12] = {0};
  MPI_Datatype columns, next;
  MPI_Request request;
  begin();
  MPI_Type_vector(3, 2, 4, MPI_INT, &columns);
  MPI_Type_create_resized(columns, 0, 2 * sizeof *matrix, &next);
  MPI_Type_commit(&next);
  if (rank == 0)
    MPI_Gather(mine, 6, MPI_INT, matrix, 1, next, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(mine, 6, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(mine, 6, MPI_INT, matrix, 1, next, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, matrix, 1, next, MPI_COMM_WORLD);
  MPI_Alltoall(twice, 6, MPI_INT, matrix, 1, next, MPI_COMM_WORLD);
  MPI_Igather(mine, 6, MPI_INT, matrix, 1, next, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iallgather(mine, 6, MPI_INT, matrix, 1, next, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ialltoall(twice, 6, MPI_INT, matrix, 1, next, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&columns);
  MPI_Type_free(&next);
  MPI_Finalize();
}
