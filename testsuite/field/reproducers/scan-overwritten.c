/* What a process gives to a scan is stored over before the scan is complete: the variable belongs to
 * an inner block, and its place is used again behind it. build_dual_graph of DOLFINx. */
#include "case.h"

int main(void) {
  static ALIGNED long place[2];
  long before = 0;
  MPI_Request request;
  begin();
  STORE(place[0], rank + 10L);
  MPI_Iexscan(place, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &request); /* site: buffer-race */
  STORE(place[0], 0L); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
