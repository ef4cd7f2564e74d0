/* A window on a mapping beside the one that has the stack and the variables of a thread. */
/* case: levels=mpi,pages cflags=-pthread */
#include "near.h"
#include "show.h"

static __thread int own[8] = {1, 2, 3};

int main(void) {
  begin_threads();
  near_thread();
  MPI_Finalize();
}

static void work(int *memory) {
  int v = 1;
  MPI_Win win;
  memory[9] = 5;
  MPI_Win_create(memory, PAGE, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[4], memory[4] + own[2]);
  own[2] = memory[4] + memory[9];
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  show(own[2], memory[4]);
}
