/* The entries of the filetype are disjoint. */
#include "shared_file.h"

int main(void) {
  MPI_Datatype type;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Type_vector(3, 2, 3, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
  MPI_Type_free(&type);
  close_shared(file);
  MPI_Finalize();
}
