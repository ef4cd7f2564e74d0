/* With --raise an error that MPI_Win_free makes is raised while there is a window. */
/* case: options="--raise" status=any exit=any */
#include "case.h"

static int called;

static void note(MPI_Win *win, int *code, ...) {
  int class;
  MPI_Error_class(*code, &class);
  called += *win != MPI_WIN_NULL && class == MPI_ERR_RMA_SYNC;
}

int main(void) {
  int *memory, code;
  MPI_Errhandler handler;
  MPI_Win win;
  begin();
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create_errhandler(note, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_lock_all(0, win);  /* site: free-in-epoch */
  code = MPI_Win_free(&win); /* expect: free-in-epoch */
  if (!called || !code)
    MPI_Win_fence(0, MPI_WIN_NULL);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
