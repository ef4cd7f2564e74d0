/* No room for what one of several sources sends. */
/* case: ranks=3 status=any exit=any */
#include "case.h"

int main(void) {
  int value[2] = {0};
  MPI_Status status;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (rank)
    MPI_Send(value, rank == 2 ? 2 : 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
  for (int i = 1; !rank && i < size; i++)
    MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 4, /* expect: message-truncated */
             MPI_COMM_WORLD, &status);
  MPI_Finalize();
}
