/* Receives the message that a probe has found once more, by a copy of its handle. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int x = 1, y = 0;
  MPI_Message message, copy;
  MPI_Request request;
  begin();
  MPI_Isend(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  MPI_Mprobe(rank, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  copy = message;
  MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE); /* site: handle-stale */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Mrecv(&y, 1, MPI_INT, &copy, MPI_STATUS_IGNORE); /* expect: handle-stale */
  MPI_Finalize();
}
