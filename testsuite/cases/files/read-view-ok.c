/* One process writes the last element of a row and the first of its next row; another one reads
 * what is before and between them. */
/* case: ranks=2 */
#include "shared_file.h"

enum { ROW = 4 };

int main(void) {
  int part[ROW + 1] = {1, 2};
  MPI_Datatype rows;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Type_vector(2, ROW, 2 * ROW, MPI_INT, &rows);
  MPI_Type_commit(&rows);
  MPI_File_set_view(file, 0, MPI_INT, rank ? MPI_INT : rows, "native", MPI_INFO_NULL);
  if (rank == 0) {
    MPI_File_write_at(file, ROW - 1, part, 2, MPI_INT, &status);
  } else {
    MPI_File_read_at(file, 0, part, ROW - 1, MPI_INT, &status);
    MPI_File_read_at(file, ROW, part, ROW, MPI_INT, &status);
  }
  MPI_Type_free(&rows);
  close_shared(file);
  MPI_Finalize();
}
