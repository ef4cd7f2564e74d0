/* A variable for a communicator that no call has set: zero bytes at one rank, all ones at
 * others. Libraries may crash on it. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_Comm line;
  begin();
  memset(&line, rank ? -1 : 0, sizeof line);
  MPI_Barrier(line); /* expect: handle-invalid */
  MPI_Finalize();
}
