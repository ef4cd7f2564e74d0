/* A key is deleted that the info object does not have. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_Info info;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_delete(info, "other"); /* expect: argument-invalid */
  MPI_Info_free(&info);
  MPI_Finalize();
}
