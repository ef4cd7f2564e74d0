/* Segments next to each other and apart, found by arithmetic and by MPI_Win_shared_query. */
/* case: ranks=3 levels=mpi,pages */
#include "show.h"

static int visit(MPI_Info info) {
  int *memory, *other, unit, wrong = 0;
  MPI_Aint bytes;
  MPI_Win win;
  MPI_Win_allocate_shared(rank == 1 ? 0 : 4000, sizeof *memory, info, MPI_COMM_WORLD, &memory,
                          &win);
  MPI_Win_fence(0, win);
  if (rank != 1)
    for (int i = 0; i < 1000; i++)
      memory[i] = 1000 * rank + i;
  MPI_Win_fence(0, win);
  for (int k = 0; k < size; k++) {
    MPI_Win_shared_query(win, k, &bytes, &unit, &other);
    wrong += bytes != (k == 1 ? 0 : 4000) || unit != sizeof *memory;
    wrong += k == rank && bytes && other != memory;
    for (int i = 0; i < bytes / 4; i++)
      wrong += other[i] != 1000 * k + i;
  }
  if (info == MPI_INFO_NULL && rank == 0)
    wrong += memory[1000] != 2000;
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &other);
  wrong += other[999] != 999;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return wrong;
}

int main(void) {
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  int wrong = visit(MPI_INFO_NULL);
  show(wrong, visit(info));
  MPI_Info_free(&info);
  MPI_Finalize();
}
