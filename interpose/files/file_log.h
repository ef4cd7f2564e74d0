/* file_log.h: which bytes of which files this process has written and read, kept until its end.
 *
 * Accesses of one line between two MPI_File_sync are one entry with the bytes of all. They are
 * written to the journal when the process ends or hangs, and those of all processes compared
 * afterwards (checker/progress/file_conflicts.c). No message is sent. A bounded number is kept,
 * the first ones. */
#ifndef FENCEPOST_FILE_LOG_H
#define FENCEPOST_FILE_LOG_H

#include "file.h"
#include "interpose/base/mpi_frame.h"

/* The process is about to access `bytes` bytes of data from `offset` (in etypes of the view)
 * on. `content`: a hash of what it writes; 0: not known. */
void file_log_access(struct frame *f, const struct file *file, int writes, int64_t offset,
                     int64_t bytes, uint64_t content);
/* Writes them to the journal. */
void file_log_write(void);

#endif
