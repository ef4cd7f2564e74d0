/* What MPI_Isendrecv receives is read before it is complete. */
/* case: needs=MPI_Isendrecv */
#include "case.h"

int main(void) {
  int mine = 1, other = 0, seen;
  MPI_Request request;
  begin();
  MPI_Isendrecv(&mine, 1, MPI_INT, !rank, 3, &other, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, /* site: buffer-race */
                &request);
  LOAD(seen, other); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
