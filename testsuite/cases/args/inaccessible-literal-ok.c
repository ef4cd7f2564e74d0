/* A message is received into an array that a string literal has filled. */
#include "case.h"

int main(void) {
  begin();
  char text[] = "receive";
  if (rank == 0)
    MPI_Send("message", 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(text, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
