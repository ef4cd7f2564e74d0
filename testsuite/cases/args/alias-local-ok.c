/* The same with buffers that lie beside each other, and of which one has gaps for the other. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  int a[8] = {0}, at = 0;
  char bytes[64] = {0};
  MPI_Datatype apart;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  MPI_Reduce_local(a, &a[4], 4, MPI_INT, MPI_SUM);
  MPI_Reduce_local(a, a, 0, MPI_INT, MPI_SUM);
  MPI_Pack(a, 1, apart, &a[3], 20, &at, MPI_COMM_SELF);
  at = 0;
  MPI_Pack(bytes + 8, 8, MPI_BYTE, bytes, 64, &at, MPI_COMM_SELF);
  MPI_Unpack(bytes, 64, &at, bytes, 8, MPI_BYTE, MPI_COMM_SELF);
  MPI_Unpack(bytes, 64, &at, bytes + 24, 8, MPI_BYTE, MPI_COMM_SELF);
  MPI_Type_free(&apart);
  MPI_Finalize();
}
