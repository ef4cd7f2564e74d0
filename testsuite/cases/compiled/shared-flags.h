/* shared-flags.h: each process but rank 0 sets a flag behind its data, in shared memory. Rank 0
 * begins to look `wait` microseconds later. The cases say what a `struct part` is, and in
 * `sum` how the flags are awaited. */
#include <unistd.h>

static int sum(const struct part *all, MPI_Win win);

static void flags(useconds_t wait) {
  struct part *own, *all;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  begin();
  MPI_Win_allocate_shared(sizeof *own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &all);
  MPI_Win_lock_all(0, win);
  memset(own, 0, sizeof *own);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank) {
    for (int i = 0; i < 7; i++)
      own->data[i] = i;
    MPI_Win_sync(win);
    own->full = 1;
    MPI_Win_sync(win);
  } else {
    usleep(wait);
    printf("%d\n", sum(all, win));
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
