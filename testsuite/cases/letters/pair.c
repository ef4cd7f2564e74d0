/* A number with its place is received as two numbers. */
#include "case.h"

struct place {
  double value;
  int at;
};

int main(void) {
  struct place one = {0}, other[2];
  MPI_Datatype type;
  begin();
  MPI_Type_contiguous(2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  if (rank == 0)
    MPI_Send(&one, 1, MPI_DOUBLE_INT, 1, 0, MPI_COMM_WORLD); /* site: message-type */
  else
    MPI_Recv(other, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: message-type */
  MPI_Type_free(&type);
  MPI_Finalize();
}
