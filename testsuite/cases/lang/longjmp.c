/* Leaves an MPI call by longjmp from its error handler, then puts after the epoch was closed. */
#include <setjmp.h>
#include "case.h"

static jmp_buf back;

static void on_error(MPI_Win *win, int *code, ...) {
  (void)win;
  (void)code;
  longjmp(back, 1);
}

int main(void) {
  int value = 1, *memory;
  MPI_Win win;
  MPI_Errhandler handler;
  begin();
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create_errhandler(on_error, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Win_fence(0, win);
  if (!setjmp(back))
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (!setjmp(back) && rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: nosucceed-violated */
  MPI_Errhandler_free(&handler);
  MPI_Win_free(&win);
  MPI_Finalize();
}
