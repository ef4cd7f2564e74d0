/* Operations of more than the target's buffer, which ends where its window does: MPI libraries
 * read and write all of it, in what lies behind the window. The surplus of a get is no mistake.
 */
/* case: levels=mpi,pages exit=66 */
#define _GNU_SOURCE
#include "show.h"
#include <sys/mman.h>

enum { ROOM = 1 << 17, WINDOW = 8192 };

static int sum(const unsigned char *at, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 31 + at[i];
  return (int)s;
}

int main(void) {
  MPI_Win win;
  MPI_Request request;
  static unsigned char own[ROOM];
  int got = 0;
  begin();
  unsigned char *memory =
      mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned char *base = memory + 4096;
  for (int i = 0; i < ROOM; i++)
    memory[i] = (unsigned char)(i % 251 + rank);
  MPI_Win_create(base, WINDOW, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(own, 72, MPI_BYTE, 1, WINDOW - 64, 64, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  got += sum(own, 72);
  if (rank == 0)
    MPI_Get(own, ROOM / 2, MPI_BYTE, 1, WINDOW - 100, 100, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  got += sum(own, ROOM / 2);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Rget(own, 3000, MPI_BYTE, 1, WINDOW - 8, 8, MPI_BYTE, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(1, win);
  got += sum(own, 3000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  memset(own, 3, sizeof own);
  if (rank == 0)
    MPI_Put(own, 5000, MPI_BYTE, 1, WINDOW - 16, 16, MPI_BYTE, win); /* expect: rma-truncate */
  MPI_Win_fence(0, win);
  show(got, sum(memory, ROOM));
  MPI_Win_free(&win);
  munmap(memory, ROOM);
  MPI_Finalize();
}
