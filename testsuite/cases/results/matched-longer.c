/* A message that was probed for is longer than its buffer, which the program is told: it is received. */
#include "case.h"

int main(void) {
  int value[4] = {1, 2, 3, 4}, class = MPI_SUCCESS;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0) {
    MPI_Send(value, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Message message;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Error_class(MPI_Mrecv(value, 2, MPI_INT, &message, MPI_STATUS_IGNORE), &class);
    if (class != MPI_ERR_TRUNCATE)
      return 1;
  }
  MPI_Finalize();
}
