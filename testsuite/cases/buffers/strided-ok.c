/* Every other int is being sent, and one between them is received meanwhile. */
#include "case.h"

int main(void) {
  int v[8] = {0}, w[4];
  MPI_Datatype other;
  MPI_Request r[2];
  begin();
  MPI_Type_vector(4, 1, 2, MPI_INT, &other);
  MPI_Type_commit(&other);
  if (rank == 0) {
    MPI_Isend(v, 1, other, 1, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Type_free(&other);
    MPI_Irecv(&v[5], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else {
    MPI_Type_free(&other);
    MPI_Recv(w, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(w, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
