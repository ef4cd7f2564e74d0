/* file.h: the program's open files, by handle: for the collective calls on them, and where in
 * the file its data accesses go. Files of one process alone are not kept. */
#ifndef FENCEPOST_FILE_H
#define FENCEPOST_FILE_H

#include "file_view.h"
#include "interpose/base/agreed.h"
#include "interpose/base/mpi_call.h"

struct comm;

struct file {
  struct agreed agreed; /* first */
  struct comm *comm;    /* of its processes; held */
  MPI_File handle;
  int amode;
  struct file_view view;
  int32_t syncs;  /* how many MPI_File_sync there were */
  uint64_t heard; /* file_heard() after the last one, or after MPI_File_open */
  uint8_t atomic; /* MPI_File_set_atomicity */
  uint8_t closes; /* in MPI_File_close: another thread may be given the handle */
};

/* After MPI_File_open by the processes of `comm`. All give the same id. */
void file_opened(MPI_File handle, uint64_t id, struct comm *comm, int amode);
/* NULL if it is not known. It lasts until file_closed. */
struct file *file_find(MPI_File handle);
void file_closed(struct agreed *agreed);
/* How many calls the process has made by which it may have heard of others: all that
 * communicate, but of those on files only MPI_File_open, MPI_File_close and MPI_File_sync. */
uint64_t file_heard(void);
/* For reports of hangs, called by another thread: calls `each` for the file of that handle; for
 * MPI_FILE_NULL, for all. */
void file_each(MPI_File handle, void *context,
               void (*each)(void *context, const struct file *file));

#endif
