/* rest COUNT: makes a store that conflicts with a put; then COUNT loads and stores, so many that
 * Fencepost stops looking; then such a store again; and, after some idle seconds, one more. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST, SECOND, THIRD, BUSY, COUNT };

int main(int argc, char **argv) {
  volatile int *memory;
  void *base;
  int rank, count = argc > 1 ? atoi(argv[1]) : 0, v[3] = {1, 1, 1};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                   &win);
  memory = base;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 2, MPI_INT, 1, FIRST, 2, MPI_INT, win);
  if (rank == 1) {
    memory[FIRST] = 1;
    for (int i = 0; i < count; i++)
      memory[BUSY]++;
    memory[SECOND] = 1;
  }
  MPI_Win_fence(0, win);
  for (clock_t end = clock() + 4 * CLOCKS_PER_SEC; clock() < end;)
    ;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 1, MPI_INT, 1, THIRD, 1, MPI_INT, win);
  if (rank == 1)
    memory[THIRD] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
