/* Neighbouring parts of an array, columns of a matrix, MPI_PROC_NULL, in place. */
#include "case.h"

int main(void) {
  int a[8] = {1}, m[4][4] = {{0}}, peer;
  MPI_Datatype column;
  begin();
  peer = 1 - rank;
  MPI_Sendrecv(a, 4, MPI_INT, peer, 0, a + 4, 4, MPI_INT, peer, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_vector(4, 2, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Sendrecv(&m[0][0], 1, column, peer, 0, &m[0][2], 1, column, peer, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
  MPI_Sendrecv(a, 4, MPI_INT, rank ? MPI_PROC_NULL : 1, 0, a, 4, MPI_INT,
               rank ? 0 : MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(a, 4, MPI_INT, peer, 0, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
