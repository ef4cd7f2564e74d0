/* win_part.h: what the files of win.h share. */
#ifndef FENCEPOST_WIN_PART_H
#define FENCEPOST_WIN_PART_H

#include "include/hash.h"
#include "interpose/base/thread.h"
#include "interpose/tracers/shared/tracer.h"
#include "win.h"

/* Memory that is attached to a dynamic window. */
struct attached {
  struct attached *next;
  const void *base;
  int64_t size;
  struct view view;
};

struct win_entry {
  MPI_Win handle;
  struct win win;
  uint32_t info;    /* INFO_* */
  unsigned named;   /* how many of its names were journalled */
  const void *base; /* the memory's address for the program, unless it is attached */
  int64_t size;
  struct view view;
  struct attached *attached;
  UT_hash_handle hh;
};

/* Returns NULL for a handle that is not a window we know. */
struct win_entry *win_entry(MPI_Win handle);
/* The first starts an event on a window and returns 0 if the window is not known; the second
 * ends it. */
int win_begin(struct frame *f, MPI_Win handle, int kind);
void win_end(struct frame *f);

/* MPI has allocated the window's memory, `size` bytes at `*allocated`, which becomes the
 * program's address (tracers.h). */
void win_protect(struct win_entry *e, MPI_Win handle, void **allocated, int64_t size);
void win_unprotect(struct win_entry *e);
/* Tells at which addresses this process has the members' shared memory. */
void win_map_members(struct frame *f, const struct win_entry *e);

#endif
