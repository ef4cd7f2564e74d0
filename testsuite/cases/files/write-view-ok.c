/* Rows are dealt out in turn; the writes begin and end within the filetype. */
/* case: ranks=3 */
#include "shared_file.h"

enum { ROW = 4, ROWS = 5 };

int main(void) {
  int part[2 * ROWS * ROW] = {0};
  MPI_Datatype rows, tile;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Type_vector(ROWS, ROW, ROW * size, MPI_INT, &rows);
  MPI_Type_create_resized(rows, 0, ROWS * ROW * size * (int)sizeof(int), &tile);
  MPI_Type_commit(&tile);
  MPI_File_set_view(file, rank * ROW * (int)sizeof(int), MPI_INT, tile, "native",
                    MPI_INFO_NULL);
  MPI_File_write_at(file, 3, part, ROW, MPI_INT, &status);
  MPI_File_write_at_all(file, ROW + 2, part, 2 * ROWS * ROW, MPI_INT, &status);
  MPI_File_read_at_all(file, 1, part, ROWS * ROW, MPI_INT, &status);
  MPI_Type_free(&rows);
  MPI_Type_free(&tile);
  close_shared(file);
  MPI_Finalize();
}
