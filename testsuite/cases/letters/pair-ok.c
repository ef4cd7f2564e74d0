/* It is received as a struct of a number and an integer. */
#include "case.h"

struct place {
  double value;
  int at;
};

int main(void) {
  struct place one = {0}, other[2];
  MPI_Datatype type;
  begin();
  MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                         (MPI_Datatype[]){MPI_DOUBLE, MPI_INT}, &type);
  MPI_Type_commit(&type);
  if (rank == 0)
    MPI_Send(&one, 1, MPI_DOUBLE_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(other, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  MPI_Finalize();
}
