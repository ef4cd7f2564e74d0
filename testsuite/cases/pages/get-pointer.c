/* The result of a get, in an array on the stack and in allocated memory, is loaded too early, by
 * instructions that load over their own address. */
/* case: levels=pages cflags=-O0 */
#include "case.h"

struct pair {
  int first, second;
};

int main(void) {
  int *memory, got[4] = {0}, sum = 0;
  struct pair *pair = calloc(1, sizeof *pair);
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(got, 4, MPI_INT, 1, 0, 4, MPI_INT, win); /* site: buffer-race */
    for (int i = 0; i < 4; i++)
      sum += got[i]; /* expect: buffer-race */
    MPI_Win_flush(1, win);
    MPI_Get(pair, 2, MPI_INT, 1, 0, 2, MPI_INT, win); /* site: buffer-race */
    sum += pair->second;                              /* expect: buffer-race */
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  if (sum)
    puts("other");
  free(pair);
  MPI_Win_free(&win);
  MPI_Finalize();
}
