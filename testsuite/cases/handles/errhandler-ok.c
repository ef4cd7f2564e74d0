/* Error handlers are freed once they are set, given out again by those that have them, and
 * predefined ones are freed as the standard asks for. */
#include "case.h"

static void note(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
}

int main(void) {
  MPI_Errhandler handler, before;
  begin();
  for (int i = 0; i < 5; i++) {
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &handler);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
    MPI_Errhandler_free(&before);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  MPI_Finalize();
}
