/* Each rank tells the next one more at once than a ring of the stream holds, in operations and in
 * messages that are received later. All that a rank does to its own memory comes after the operations
 * of the rank before it, by the last message; but one put of rank 0 comes after its last message. */
#include <mpi.h>
#include <stdlib.h>

enum { MESSAGES = 3000, SIZE = 4096, RACY = 4000 };

int main(int argc, char **argv) {
  int rank, size, old = 0;
  char *memory, byte = 1;
  static MPI_Request request[MESSAGES];
  static int sent[MESSAGES];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Win_allocate(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < MESSAGES; i++) {
    if (i % 3 == 0) {
      MPI_Put(&byte, 1, MPI_CHAR, next, i * 7 % 2000, 1, MPI_CHAR, win);
      MPI_Win_flush(next, win);
    }
    sent[i] = i;
    MPI_Isend(&sent[i], 1, MPI_INT, next, i % 5, MPI_COMM_WORLD, &request[i]);
  }
  for (int i = 0; i < MESSAGES; i++) {
    MPI_Recv(&old, 1, MPI_INT, before, i % 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (old != i)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Waitall(MESSAGES, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2000; i += 100)
    MPI_Put(&byte, 1, MPI_CHAR, rank, i, 1, MPI_CHAR, win);
  MPI_Win_flush(rank, win);
  if (rank < 2) {
    MPI_Put(&byte, 1, MPI_CHAR, 1, RACY, 1, MPI_CHAR, win);
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
