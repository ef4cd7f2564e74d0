/* With --raise a window's own error handler is called with the class, in which it may call MPI.
 */
/* case: options="--raise" */
#include "case.h"

static int called, class;

static void note(MPI_Win *win, int *code, ...) {
  char name[MPI_MAX_OBJECT_NAME];
  int n;
  called++;
  MPI_Error_class(*code, &class);
  MPI_Win_get_name(*win, name, &n);
  if (strcmp(name, "halo"))
    called = -1;
}

int main(void) {
  int value = 1, code, *memory;
  MPI_Errhandler handler;
  MPI_Win win;
  begin();
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_create_errhandler(note, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);        /* site: rma-race */
    code = MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* expect: rma-race */
    code |= MPI_Win_unlock(0, win);
    if (called != 1 || class != MPI_ERR_RMA_CONFLICT || !code)
      MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
