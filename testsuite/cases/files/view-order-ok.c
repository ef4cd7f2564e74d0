/* They increase. */
#include "shared_file.h"

int main(void) {
  MPI_Datatype type, inner;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){0, 12}, MPI_INT, &inner);
  MPI_Type_contiguous(2, inner, &type);
  MPI_Type_commit(&type);
  MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
  MPI_Type_free(&inner);
  MPI_Type_free(&type);
  close_shared(file);
  MPI_Finalize();
}
