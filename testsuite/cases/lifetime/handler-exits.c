/* An error handler of the program ends it, so the program itself says what has failed. */
/* case: status=crashed */
#include "case.h"

static void handle(MPI_Comm *comm, int *code, ...) {
  printf("error of class %d\n", *code & 127);
  fputs("Abort(3) in the program's own words\n", stderr);
  (void)comm;
  exit(3);
}

int main(void) {
  int key = 12345;
  MPI_Errhandler handler;
  MPI_Init(NULL, NULL);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL);
  MPI_Finalize();
}
