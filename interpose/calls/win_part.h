/* win_part.h: what the files of win.h know of a window, besides. */
#ifndef FENCEPOST_WIN_PART_H
#define FENCEPOST_WIN_PART_H

#include <bsd/sys/tree.h>
#include "include/hash.h"
#include "interpose/base/agreed.h"
#include "interpose/base/thread.h"
#include "interpose/tracers/shared/tracer.h"
#include "win.h"

/* Memory of a dynamic window, by where it begins. */
struct attached {
  RB_ENTRY(attached) node;
  const void *base;
  uint64_t number; /* of what begins at one place the last comes first */
  int64_t size;
  struct view view;
};
RB_HEAD(attached_tree, attached);

struct win_entry {
  MPI_Win handle;
  struct win win;
  int foreign;                    /* some process is not checked together with this one */
  uint32_t info;                  /* INFO_* */
  struct agreed agreed;           /* the collective calls on it */
  int replaced;                   /* its handle is that of another window by now */
  unsigned named;                 /* how often its name was journalled */
  char comm[MPI_MAX_OBJECT_NAME]; /* name of the communicator that it was made of */
  const void *base;               /* of the memory that is not attached, for the program; */
  int64_t size;                   /* of a shared window that of all members */
  struct view view;
  struct attached_tree attached;
  UT_hash_handle hh;
};

/* NULL for a handle that is not a window we know. */
struct win_entry *win_entry(MPI_Win handle);
/* Starts an event on a window; 0 when the window is not known. And ends it. */
int win_begin(struct frame *f, MPI_Win handle, int kind);
void win_end(struct frame *f);

/* MPI has allocated the window's memory, `size` bytes at `*allocated`,
 * which becomes the program's address (tracers.h). */
void win_protect(struct win_entry *e, MPI_Win handle, void **allocated, int64_t size);
void win_unprotect(struct win_entry *e);
/* The window begins at `base`, in the program's or in the library's view of the page. Notes in
 * `run.precision`, once, that the library accesses it elsewhere: MPICH 4.0 over UCX rounds the
 * address down to a multiple of 16 bytes, and all one-sided operations reach other memory than
 * the program means, also what lies in front of the window. MPI_WIN_BASE, which must be the
 * address of the window (MPI-4.1 section 12.2.6), shows it. From then on no variable is told of
 * that holds no valid handle (world.displaced): the library may have overwritten it. */
void win_look_at_base(MPI_Win handle, uint64_t base, int64_t size);
/* Tells where this process has the members' shared memory. */
void win_map_members(struct frame *f, struct win_entry *e);

#endif
