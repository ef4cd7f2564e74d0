/* Two calls with the same arguments, both right: the handle stands for
 * another datatype then, or the arrays hold other displacements. */
#include "case.h"

static int a[32];

static MPI_Datatype contiguous(int count) {
  MPI_Datatype type;
  MPI_Type_contiguous(count, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

int main(void) {
  int n[2] = {1, 1}, from[2] = {0, 1}, to[2] = {2, 3};
  begin();
  const int *from_here = rank ? a + 24 : a + 12;
  MPI_Datatype type = contiguous(1);
  MPI_Allgather(from_here, 1, type, a + 4, 1, type, MPI_COMM_WORLD);
  MPI_Type_free(&type);
  type = contiguous(4);
  MPI_Allgather(from_here, 1, type, a + 4, 1, type, MPI_COMM_WORLD);
  MPI_Type_free(&type);
  MPI_Alltoallv(a + 8, n, from, MPI_INT, a + 9, n, to, MPI_INT, MPI_COMM_WORLD);
  to[1] = 4;
  to[0] = 5;
  MPI_Alltoallv(a + 8, n, from, MPI_INT, a + 9, n, to, MPI_INT,
                MPI_COMM_WORLD);
  MPI_Finalize();
}
