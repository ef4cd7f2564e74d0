/* A number and an integer are received as an integer and a number: as many bytes, of other
 * types; several threads may call MPI, and one does. */
#define CASE_MULTIPLE
#include "case.h"

static MPI_Datatype mixed(MPI_Datatype first, MPI_Datatype second) {
  MPI_Datatype type;
  MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){first, second},
                         &type);
  MPI_Type_commit(&type);
  return type;
}

int main(void) {
  double data[8] = {0};
  begin();
  MPI_Datatype one = mixed(MPI_DOUBLE, MPI_INT), turned = mixed(MPI_INT, MPI_DOUBLE);
  if (rank == 0)
    MPI_Send(data, 2, one, 1, 0, MPI_COMM_WORLD); /* site: message-type */
  else if (rank == 1)
    MPI_Recv(data, 2, turned, 0, 0, MPI_COMM_WORLD, /* expect: message-type */
             MPI_STATUS_IGNORE);
  MPI_Type_free(&one);
  MPI_Type_free(&turned);
  MPI_Finalize();
}
