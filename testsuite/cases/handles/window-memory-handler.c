/* Memory of a window is read after the window was freed, in a program that handles SIGSEGV. */
/* case: status=crashed levels=mpi,pages,compiled */
#include "case.h"
#include <signal.h>

static void on_fault(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

int main(void) {
  int *memory, value = 0;
  MPI_Win win;
  signal(SIGSEGV, on_fault);
  begin();
  MPI_Win_allocate_shared(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win); /* site: window-stale */
  value = memory[5];  /* expect: window-stale */
  MPI_Finalize();
  return value;
}
