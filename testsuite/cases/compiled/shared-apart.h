/* A spin lock in shared memory of rank 0, and what it guards in other windows: of rank 0 and of
 * the last one. */
#include "shared-lock.h"

static int *first, *last;
static MPI_Win guarded;

static inline void setup_apart(void) {
  int *own;
  MPI_Aint bytes;
  int unit;
  setup();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &guarded);
  MPI_Win_shared_query(guarded, 0, &bytes, &unit, &first);
  MPI_Win_shared_query(guarded, size - 1, &bytes, &unit, &last);
  MPI_Win_lock_all(0, guarded);
  *own = 0;
  MPI_Win_sync(guarded);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(guarded);
}

static inline void teardown_apart(void) {
  MPI_Win_unlock_all(guarded);
  MPI_Win_free(&guarded);
  teardown();
}
