/* What is sent and what is received overlap, at the ends and between the columns of a matrix.
 */
#include "case.h"

int main(void) {
  int a[6] = {1}, m[4][4] = {{0}}, peer;
  MPI_Datatype column;
  begin();
  peer = 1 - rank;
  MPI_Sendrecv(a, 4, MPI_INT, peer, 0, a + 2, 4, MPI_INT, peer, 0, // expect: result-overlap
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_vector(4, 2, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Sendrecv(&m[0][0], 1, column, peer, 0, &m[0][1], 1, column, // expect: result-overlap
               peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
  MPI_Finalize();
}
