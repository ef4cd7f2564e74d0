/* What only the root looks at may be anything elsewhere, and so may what belongs to no buffer.
 */
#include "case.h"

int main(void) {
  int value = 1, all[2];
  MPI_Datatype one, copy;
  begin();
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  copy = one;
  if (rank)
    MPI_Type_free(&one);
  MPI_Gather(&value, 1, MPI_INT, all, 1, copy, 0, MPI_COMM_WORLD);
  MPI_Scatter(all, 1, copy, &value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (!rank)
    MPI_Type_free(&one);
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
}
