/* Sends with a datatype that is freed while the message is under way, and with one made anew.
 */
#include "case.h"

int main(void) {
  int values[9] = {0};
  MPI_Datatype column, copy;
  MPI_Request request;
  begin();
  for (int i = 0; i < 20; i++) {
    MPI_Type_vector(3, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    copy = column;
    if (rank == 0)
      MPI_Isend(values, 1, copy, 1, 3, MPI_COMM_WORLD, &request);
    else
      MPI_Irecv(values, 1, copy, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Type_free(&column);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
