/* All make a reduction, and then use one file. */
/* case: ranks=4 */
#include "case.h"
#include <unistd.h>

int main(void) {
  char name[64];
  int all = 0;
  MPI_File file;
  begin();
  snprintf(name, sizeof name, "/tmp/left-out-%d", (int)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Reduce(&rank, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, name,
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_write_at_all(file, 4 * rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_close(&file);
  MPI_Finalize();
}
