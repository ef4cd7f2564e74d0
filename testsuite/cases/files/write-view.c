/* Rows are dealt out in turn, but the displacement of the view counts from rank 1 a byte too
 * few. */
/* case: ranks=3 */
#include "shared_file.h"

enum { ROW = 4, ROWS = 5, n = ROWS * ROW };

int main(void) {
  int part[n] = {0};
  MPI_Datatype rows;
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  MPI_Type_vector(ROWS, ROW, ROW * size, MPI_INT, &rows);
  MPI_Type_commit(&rows);
  int first = rank * ROW * (int)sizeof(int) - (rank > 0);
  MPI_File_set_view(file, first, MPI_INT, rows, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, part, n, MPI_INT, &status); /* expect: file-write-conflict */
  MPI_Type_free(&rows);
  close_shared(file);
  MPI_Finalize();
}
