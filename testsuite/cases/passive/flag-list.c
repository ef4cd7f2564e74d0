/* A byte is put into a list under an exclusive lock before the data. Who waits for it gets the
 * bytes of all others in turn. */
/* case: ranks=3 */
#include "locked.h"

static MPI_Win bytes;

static int raised(MPI_Win win) {
  char all[8] = {0};
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, bytes);
  for (int i = 0; i < 8; i++)
    if (i != 2)
      MPI_Get(all + i, 1, MPI_CHAR, 1, i, 1, MPI_CHAR, bytes);
  MPI_Win_unlock(1, bytes);
  (void)win;
  return all[5];
}

int main(void) {
  int *memory, value = 3, got;
  char *list, byte = 1;
  begin();
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &list, &bytes);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, bytes);
  memset(list, 0, 8);
  MPI_Win_unlock(rank, bytes);
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, bytes);
    MPI_Put(&byte, 1, MPI_CHAR, 1, 5, 1, MPI_CHAR, bytes);
    MPI_Win_unlock(1, bytes);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_unlock(1, win);
  } else if (rank == 2) {
    while (!raised(win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* site: rma-race */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&bytes);
  MPI_Finalize();
}
