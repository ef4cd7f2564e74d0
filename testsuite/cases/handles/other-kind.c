/* A datatype is given as the communicator. Where handles are numbers, that compiles without a
 * cast. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int n = 0;
  begin();
  MPI_Comm_size((MPI_Comm)MPI_INT, &n); /* expect: handle-invalid */
  MPI_Finalize();
}
