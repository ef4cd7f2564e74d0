/* An integer is received as a number, by processes that may use several threads and have one.
 */
#define CASE_MULTIPLE
#include "case.h"

int main(void) {
  int sent = 1;
  float received;
  begin();
  if (rank == 0)
    MPI_Send(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* site: message-type */
  else if (rank == 1)
    MPI_Recv(&received, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, /* expect: message-type */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
