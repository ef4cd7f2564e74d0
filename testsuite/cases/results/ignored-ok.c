/* The same, looked at: here, by who called the function, by a table, and kept for later. */
/* case: levels=mpi,pages */
#include "case.h"

static int v[2], codes[4];

static int receive(void) {
  return MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void check(int code) {
  if (code != MPI_SUCCESS)
    v[1]++;
}

#define CHECK(call)                                                                            \
  do {                                                                                         \
    int code_ = (call);                                                                        \
    if (code_ != MPI_SUCCESS)                                                                  \
      v[1]++;                                                                                  \
  } while (0)

int main(void) {
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i < 4; i++)
    if (rank == 0)
      MPI_Send(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank) {
    CHECK(MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(receive());
    check(MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    codes[3] = MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d %d\n", v[1], codes[3] != MPI_SUCCESS);
  }
  MPI_Finalize();
}
