/* A rank probes for a message, the other one waits for a matched one, before they send. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Message message;
  begin();
  if (rank == 0) {
    MPI_Probe(1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: deadlock */
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, /* site: deadlock */
               MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
