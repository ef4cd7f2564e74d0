/* What the cases of files share: a file that all processes open, and that is gone afterwards.
 */
#ifndef SHARED_FILE_H
#define SHARED_FILE_H

#include "case.h"
#include <unistd.h>

static char file_name[64];
static MPI_Status status __attribute__((unused));

static inline MPI_File open_shared(int mode) {
  MPI_File file;
  if (!*file_name && rank == 0)
    snprintf(file_name, sizeof file_name, "/tmp/shared-file-%d", (int)getpid());
  MPI_Bcast(file_name, sizeof file_name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, file_name, mode | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
  return file;
}

static inline void close_shared(MPI_File file) {
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    unlink(file_name);
}

#endif
