/* A program looks whether memory of a window is still there, which its handler of SIGSEGV says.
 */
/* case: levels=mpi,pages,compiled */
#include "case.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void on_fault(int number) {
  siglongjmp(back, number);
}

int main(void) {
  int *volatile memory;
  volatile int gone = 0;
  MPI_Win win;
  signal(SIGSEGV, on_fault);
  begin();
  MPI_Win_allocate_shared(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
  MPI_Win_fence(0, win);
  memory[5] = 7;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  for (int i = 0; i < 2; i++)
    if (!sigsetjmp(back, 1))
      gone += *(volatile int *)(memory + 5) < 0;
    else
      gone++;
  if (!rank)
    printf("%d\n", gone);
  signal(SIGSEGV, SIG_DFL);
  MPI_Finalize();
}
