/* The window's memory as buffer of other calls, in its attribute, and in libc's string functions. */
/* case: levels=mpi,pages */
#include "case.h"

int main(void) {
  int *memory, *base = NULL, flag = 0, copy[64] = {0};
  MPI_Win win;
  begin();
  MPI_Win_allocate(4096, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memset(memory, 0, 4096);
  for (int i = 0; i < 64; i++)
    memory[i] = 100 * rank + i;
  memcpy(copy, memory, sizeof copy);
  strcpy((char *)&memory[100], "a string in the window");
  int length = (int)strlen((char *)&memory[100]);
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Sendrecv_replace(memory, 64, MPI_INT, 1 - rank, 1, 1 - rank, 1, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, &memory[500], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&memory[600], 300, MPI_INT, 0, MPI_COMM_WORLD);
  int sum = 0;
  for (int i = 0; i < 64; i++)
    sum += memory[i] - copy[i];
  int mine[] = {flag && base == memory, sum, length, memory[1023]}, all[8];
  MPI_Gather(mine, 4, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < 8; i++)
    printf("%d\n", all[i]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
