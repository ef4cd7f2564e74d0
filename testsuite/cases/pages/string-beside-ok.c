/* libc's string functions load whole vectors, and with them what a small receive is to fill. */
/* case: levels=mpi,pages cflags=-fno-builtin */
#include "case.h"

static _Alignas(32) struct {
  char name[8];
  long value;
} one = {"abc", 0};

int main(void) {
  MPI_Request request;
  volatile size_t length = 0;
  begin();
  for (int i = 0; i < 4; i++) {
    if (rank == 0) {
      MPI_Irecv(&one.value, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, &request);
      length += strlen(one.name) + (size_t)strcmp(one.name, "abc") + strnlen(one.name, 8);
      MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&(long){7}, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    }
  }
  if (rank == 0)
    printf("%zu %ld\n", length, one.value);
  MPI_Finalize();
}
