/* libc's string functions load a string that a small receive is to fill, and one that it is to
 * fill the end of. */
/* case: levels=pages cflags=-fno-builtin */
#include "case.h"

static _Alignas(32) char name[32] = "abcdefghijklmnop";

int main(void) {
  MPI_Request request;
  volatile size_t length = 0;
  begin();
  if (rank == 0) {
    MPI_Irecv(name, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
    length += strlen(name);                                       /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(name + 8, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
    length += (size_t)(strrchr(name, 'b') - name);                    /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send("abcdefgh", 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    MPI_Send("ijklmnop", 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
