/* Rank 1 stores to each element of a large window, and rank 0 puts to the last element of each
 * page, so a late store is in conflict. Then they do the same with a fence between them. A
 * store is always seen that comes when the put has been told; so the first time the file
 * "stored" makes rank 0 wait for the stores, which is no order that MPI or Fencepost know of.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <unistd.h>

#define PAGES 100
#define ELEMENTS 1024 /* in a page */

int main(int argc, char **argv) {
  int *memory, rank, v = 1;
  MPI_Win win;
  unlink("stored");
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(PAGES * 4096, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int first =
      (int)((4096 - (uintptr_t)memory % 4096) / sizeof v); /* the first element of a page */
  MPI_Bcast(&first, 1, MPI_INT, 1, MPI_COMM_WORLD);
  for (int round = 0; round < 2; round++) {
    MPI_Win_fence(0, win);
    while (rank == 0 && round == 0 && access("stored", F_OK))
      usleep(1000);
    if (rank == 0)
      for (int page = 2; page < 10; page++)
        MPI_Put(&v, 1, MPI_INT, 1, first + page * ELEMENTS - 1, 1, MPI_INT, win);
    if (round)
      MPI_Win_fence(0, win);
    if (rank == 1)
      for (volatile int *p = memory; p < memory + 12 * ELEMENTS; p++)
        *p = 2;
    if (rank == 1)
      close(open("stored", O_CREAT | O_WRONLY, 0600));
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
