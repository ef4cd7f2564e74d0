/* What is received is made of the same predefined datatypes in the same order, however the
 * datatypes are built; there may be room for more; several threads may call MPI, and one does.
 */
#define CASE_MULTIPLE
#include "case.h"

static MPI_Datatype mixed(int count, MPI_Datatype *parts) {
  MPI_Datatype type;
  MPI_Type_create_struct(count, (int[]){1, 1, 1, 1}, (MPI_Aint[]){0, 8, 16, 24}, parts, &type);
  MPI_Type_commit(&type);
  return type;
}

int main(void) {
  double data[64] = {0};
  begin();
  MPI_Datatype one = mixed(2, (MPI_Datatype[]){MPI_DOUBLE, MPI_INT}), many, spread;
  MPI_Datatype four = mixed(4, (MPI_Datatype[]){MPI_DOUBLE, MPI_INT, MPI_DOUBLE, MPI_INT});
  MPI_Datatype begins = mixed(3, (MPI_Datatype[]){MPI_DOUBLE, MPI_INT, MPI_DOUBLE});
  MPI_Type_contiguous(2, one, &many);
  MPI_Type_commit(&many);
  MPI_Type_vector(2, 1, 3, one, &spread);
  MPI_Type_commit(&spread);
  MPI_Datatype sent[] = {one, four, many, spread, begins},
               taken[] = {four, one, spread, many, one};
  const int send_count[] = {3, 1, 1, 1, 1}, room[] = {2, 2, 1, 3, 2};
  for (int i = 0; i < 5; i++)
    if (rank == 0)
      MPI_Send(data, send_count[i], sent[i], 1, i, MPI_COMM_WORLD);
    else if (rank == 1)
      MPI_Recv(data, room[i], taken[i], 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Datatype *types[] = {&one, &four, &many, &spread, &begins};
  for (int i = 0; i < 5; i++)
    MPI_Type_free(types[i]);
  MPI_Finalize();
}
