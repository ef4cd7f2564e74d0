/* win_base.h: windows that the MPI library accesses elsewhere than where they begin.
 *
 * MPICH 4.0 over UCX rounds the address of a window down to a multiple of 16 bytes, and all
 * one-sided operations then reach other memory than the program means: also what lies in front
 * of the window. The attribute MPI_WIN_BASE, which must be the address of the window (MPI-4.1
 * section 12.2.6), shows it. The results are wrong although the program is right.
 * `run.precision` says so once, and from then on no variable that holds no valid handle is told
 * of: the library may have overwritten it.
 *
 * One call of MPI_Win_get_attr for each window. */
#ifndef FENCEPOST_WIN_BASE_H
#define FENCEPOST_WIN_BASE_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"

/* A window was made that begins at `base`, in the program's or in the library's view of the
 * page. */
void win_base_look(MPI_Win handle, uint64_t base, int64_t size);

#endif
