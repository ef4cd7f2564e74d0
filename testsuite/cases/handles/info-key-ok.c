/* A program may ask so whether there is a key, if it gets errors back. */
#include "case.h"

int main(void) {
  MPI_Info info;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_delete(info, "key");
  if (MPI_Info_delete(info, "key") == MPI_SUCCESS)
    puts("twice");
  MPI_Info_free(&info);
  MPI_Finalize();
}
