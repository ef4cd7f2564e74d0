/* A copy of the handle of a freed error handler, which a communicator still has, is set again.
 */
/* case: status=any exit=any */
#include "case.h"

static void note(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
}

int main(void) {
  MPI_Errhandler handler, copy;
  begin();
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  copy = handler;
  MPI_Errhandler_free(&handler);                 /* site: handle-stale */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, copy); /* expect: handle-stale */
  MPI_Finalize();
}
