/* A program without windows, at the default level: the other process reads and writes buffers in
 * use, with and without the help of this process, while this one computes and its pages may be
 * protected. */
/* case: timeout=120 */
#include "show.h"
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 18, TURNS = 6 };
static char from[MOST + 100], to[MOST + 100];

static int exchange(int size, int probes) {
  MPI_Request r[2];
  int right = 1, flag;
  memset(from, rank + size % 100, sizeof from);
  memset(to, 0, sizeof to);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Irecv(to + 50, size, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(from + 50, size, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &r[1]);
  for (int i = 0; i < probes; i++) {
    MPI_Iprobe(!rank, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(rank ? 1000 : 3000);
    to[10]++; /* beside the buffer, in its page */
  }
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int i = 0; i < size; i++)
    right &= to[50 + i] == !rank + size % 100;
  return right && to[10] == probes && !to[50 + size];
}

int main(void) {
  int right = 1;
  begin();
  for (int turn = 0; turn < TURNS; turn++)
    for (int size = 1; size < MOST; size *= 7)
      right &= exchange(size, turn);
  show(rank == 0, right);
  MPI_Finalize();
}
