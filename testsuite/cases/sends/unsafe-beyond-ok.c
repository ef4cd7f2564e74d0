/* One of many communicators gets two windows and is freed. */
#include "many_communicators.h"

int main(void) {
  static int memory[4];
  MPI_Comm comm;
  MPI_Win one, other;
  begin();
  make_many();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, comm, &one);
  MPI_Win_create(memory + 2, 8, 4, MPI_INFO_NULL, comm, &other);
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Comm_free(&comm);
  free_many();
  MPI_Finalize();
}
