/* Thousands of windows made and freed, hundreds alive at once, on memory that is given back. */
/* case: ranks=1 mpi=mpich levels=mpi,pages */
#include "show.h"

enum { ALIVE = 120, ROUNDS = 3 };

int main(void) {
  static MPI_Win win[ALIVE];
  static int *memory[ALIVE];
  int wrong = 0;
  begin();
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < ALIVE; i++) {
      int n = 10 + i * 7 + (i % 50 ? 0 : 100000);
      memory[i] = malloc(n * sizeof(int));
      memset(memory[i], 0, n * sizeof(int));
      MPI_Win_create(memory[i], n * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &win[i]);
      memory[i][0] = round;
      memory[i][n - 1] = i;
    }
    for (int i = 0; i < ALIVE; i++) {
      int k = i % 3 ? i : ALIVE - 1 - i, n = 10 + k * 7 + (k % 50 ? 0 : 100000);
      if (win[k] == MPI_WIN_NULL)
        continue;
      wrong += memory[k][0] != round || memory[k][n - 1] != k || memory[k][n / 2];
      MPI_Win_free(&win[k]);
      wrong += memory[k][0] != round || memory[k][n - 1] != k || memory[k][n / 2];
      memory[k] = realloc(memory[k], 100);
      free(memory[k]);
    }
    for (int i = 0; i < ALIVE; i++)
      if (win[i] != MPI_WIN_NULL) {
        MPI_Win_free(&win[i]);
        free(memory[i]);
      }
  }
  show(wrong, ROUNDS);
  MPI_Finalize();
}
