/* Windows of MPI's memory that share pages with each other: each has a view of its own. */
/* case: ranks=1 levels=mpi,pages */
#include "show.h"

#define WINDOWS 60
#define SIZE(i) (16 * (1 + i * 37 % 120))

int main(void) {
  char *memory[WINDOWS], *base;
  MPI_Win win[WINDOWS];
  int same = 0, sum = 0, flag;
  begin();
  for (int i = 0; i < WINDOWS; i++) {
    MPI_Win_allocate(SIZE(i), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &win[i]);
    MPI_Win_get_attr(win[i], MPI_WIN_BASE, &base, &flag);
    same += flag && base == memory[i];
  }
  for (int i = 0; i < WINDOWS; i++)
    memset(memory[i], i, SIZE(i));
  for (int i = 0; i < WINDOWS; i++)
    for (int k = 0; k < SIZE(i); k += 91)
      sum += memory[i][k] == i;
  show(same, sum);
  for (int i = 0; i < WINDOWS; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
