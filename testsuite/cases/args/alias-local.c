/* Local calls whose two buffers overlap. MPICH's own assertion ends the program in MPI_Pack. */
/* case: ranks=1 status-mpich=crashed */
#include "case.h"

int main(void) {
  int a[8] = {0}, at = 0;
  char bytes[64] = {0}, *in = bytes + 4, *out = bytes + 15;
  MPI_Comm self = MPI_COMM_SELF;
  begin();
  MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
  MPI_Reduce_local(a, a, 4, MPI_INT, MPI_SUM);     /* expect: result-overlap */
  MPI_Reduce_local(a, &a[2], 4, MPI_INT, MPI_SUM); /* expect: result-overlap */
  MPI_Pack(in, 8, MPI_BYTE, bytes, 64, &at, self); /* expect: result-overlap */
  at = 8;
  MPI_Unpack(bytes, 64, &at, out, 8, MPI_BYTE, self); /* expect-openmpi: result-overlap */
  MPI_Finalize();
}
