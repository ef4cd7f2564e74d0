/* No room for the message with the second tag. Others have had room for all of theirs. */
/* case: ranks=2 status=any exit=any */
#include "case.h"

int main(void) {
  int value[2] = {0};
  MPI_Status status;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (rank) {
    MPI_Send(value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Send(value, 2, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
  for (int i = 0; !rank && i < 2; i++)
    MPI_Recv(value, 1, MPI_INT, 1, MPI_ANY_TAG, /* expect: message-truncated */
             MPI_COMM_WORLD, &status);
  MPI_Finalize();
}
