/* file_view.h: which bytes of the file the data of a view are (section 13.3).
 *
 * From the displacement on the file is tiled with the filetype; the data are its bytes, one
 * after the other. A view whose filetype is not known byte by byte has no bytes: `known` is 0.
 */
#ifndef FENCEPOST_FILE_VIEW_H
#define FENCEPOST_FILE_VIEW_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/data/runs.h"

struct file_view {
  int64_t displacement;
  int64_t unit;         /* size of the etype: what offsets count */
  int64_t size, extent; /* of the filetype */
  struct runs tile;     /* the bytes of one filetype, packed */
  uint8_t known;
};

/* The view that a file is opened with: all its bytes. */
void file_view_bytes(struct file_view *v);
void file_view_set(struct file_view *v, MPI_Offset displacement, MPI_Datatype etype,
                   MPI_Datatype filetype);
void file_view_drop(struct file_view *v);
/* Adds to `all` where `bytes` bytes of data from `offset` (in etypes) on are in the file.
 * Returns 0 if that is not known. */
int file_view_place(const struct file_view *v, int64_t offset, int64_t bytes, struct runs *all);

#endif
