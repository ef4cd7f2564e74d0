/* A message is received into the attached buffer. */
#include "case.h"

int main(void) {
  static char room[4096];
  void *old;
  int bytes;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room); /* site: buffer-race */
    MPI_Recv(room, 8, MPI_CHAR, 1, 3, MPI_COMM_WORLD, /* expect: buffer-race */
             MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&old, &bytes);
  } else {
    MPI_Send("abcdefg", 8, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
