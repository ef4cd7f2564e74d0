/* file.h: the program's open files, by handle, for the collective calls on them. Files of one
 * process alone are not kept. */
#ifndef FENCEPOST_FILE_H
#define FENCEPOST_FILE_H

#include "interpose/base/agreed.h"
#include "interpose/base/mpi_call.h"

/* After MPI_File_open by so many processes. All give the same id. */
void file_opened(MPI_File handle, uint64_t id, int32_t size);
/* NULL if it is not known. It lasts until file_closed. */
struct agreed *file_agreed(MPI_File handle);
void file_closed(struct agreed *agreed);

#endif
