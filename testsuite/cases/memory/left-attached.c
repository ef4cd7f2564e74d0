/* Attached memory is a local variable of a function that returns. */
#include "case.h"

static __attribute__((noinline)) MPI_Aint attach(MPI_Win win) {
  int memory[16] = {0};
  MPI_Aint at;
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(memory, &at);
  return at;
}

int main(void) {
  MPI_Win win;
  MPI_Aint at, other = 0;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* expect: window-memory-freed */
  at = attach(win);
  MPI_Sendrecv(&at, 1, MPI_AINT, 1 - rank, 0, &other, 1, /* site: window-memory-freed */
               MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
