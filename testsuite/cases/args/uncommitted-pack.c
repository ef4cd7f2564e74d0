/* Data is packed as it is sent, and unpacked as it is received: with datatypes that are
 * committed. */
#include "case.h"

#define EXTERNAL (char *)"external32"

int main(void) {
  int in[6] = {0}, out[6], at = 0;
  MPI_Aint to = 0;
  char packed[256];
  MPI_Datatype gaps;
  MPI_Comm comm = MPI_COMM_SELF;
  begin();
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
  MPI_Pack(in, 1, gaps, packed, 256, &at, comm); /* expect: type-uncommitted */
  MPI_Pack(in, 3, MPI_INT, packed, 256, &at, comm);
  at = 0;
  MPI_Unpack(packed, 256, &at, out, 1, gaps, comm);           /* expect: type-uncommitted */
  MPI_Pack_external(EXTERNAL, in, 1, gaps, packed, 256, &to); /* expect: type-uncommitted */
  MPI_Pack_external(EXTERNAL, in, 3, MPI_INT, packed, 256, &to);
  to = 0;
  MPI_Unpack_external(EXTERNAL, packed, 256, &to, out, 1, gaps); /* expect: type-uncommitted */
  MPI_Type_free(&gaps);
  MPI_Finalize();
}
