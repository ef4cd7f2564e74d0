/* The result of a get is loaded when it is complete and that of its neighbours is not, by
 * instructions that load over their own address. */
/* case: levels=pages cflags=-O0 */
#include "case.h"

struct pair {
  int first, second;
};

/* A store to the second half that leaves other things where its address was. */
static void store(struct pair *pair) {
#ifdef __x86_64__
  __asm__ volatile("xaddl %k0, 4(%0)" : "+r"(pair) : : "memory", "cc");
#else
  pair->second++;
#endif
}

int main(void) {
  int *memory, sum = 0;
  struct pair *pair = calloc(2, sizeof *pair);
  MPI_Request request[2];
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  for (int i = 0; i < 16; i++)
    memory[i] = i;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 20; i++) {
    MPI_Rget(pair, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    sum += pair->second;
    MPI_Rget(pair, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request[0]);
    MPI_Rget(pair + 1, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request[1]);
    sum += pair->second;
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    sum += pair[1].second;
  }
  /* Eight bytes are watched for the first one, of which the second one keeps half. */
  for (int i = 0; rank == 0 && i < 4; i++) {
    MPI_Rput(pair, 2, MPI_INT, 1, 32, 2, MPI_INT, win, &request[0]);
    MPI_Rput(pair, 1, MPI_INT, 1, 40, 1, MPI_INT, win, &request[1]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    store(pair);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("%d\n", sum);
  free(pair);
  MPI_Win_free(&win);
  MPI_Finalize();
}
