/* A filetype is made of other numbers than its etype. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  MPI_Datatype type, bytes;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Type_vector(2, 2, 4, MPI_FLOAT, &type);
  MPI_Type_commit(&type);
  MPI_Type_vector(2, 8, 16, MPI_BYTE, &bytes);
  MPI_Type_commit(&bytes);
  MPI_File_set_view(file, 0, MPI_DOUBLE, bytes, "native", MPI_INFO_NULL);
  MPI_File_set_view(file, 0, MPI_DOUBLE, type, "native", MPI_INFO_NULL); /* expect: argument-invalid */
  MPI_Type_free(&type);
  MPI_Type_free(&bytes);
  close_shared(file);
  MPI_Finalize();
}
