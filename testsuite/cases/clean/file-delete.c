/* A file that may be left of another run is deleted; whether there was one does not matter. */
#include "case.h"

int main(void) {
  char name[64];
  begin();
  snprintf(name, sizeof name, "no-file-of-this-name-%d", rank);
  MPI_File_delete(name, MPI_INFO_NULL);
  MPI_Finalize();
}
