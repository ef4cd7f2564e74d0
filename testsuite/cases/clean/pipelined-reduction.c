/* Adds up blocks along a chain of processes by persistent requests, two blocks under way. */
/* case: ranks=3 */
#include "case.h"

enum { BLOCKS = 6, LENGTH = 4 };

static int in[2][LENGTH], out[2][LENGTH];
static MPI_Request from[2], to[2];

static void prepare(int left, int right) {
  for (int i = 0; i < 2; i++) {
    MPI_Recv_init(in[i], LENGTH, MPI_INT, left, i, MPI_COMM_WORLD, &from[i]);
    MPI_Send_init(out[i], LENGTH, MPI_INT, right, i, MPI_COMM_WORLD, &to[i]);
  }
}

static void add_block(int block, int *total) {
  int i = block % 2, mine[LENGTH];
  for (int k = 0; k < LENGTH; k++)
    mine[k] = rank + block + k;
  MPI_Wait(&from[i], MPI_STATUS_IGNORE);
  MPI_Wait(&to[i], MPI_STATUS_IGNORE);
  memcpy(out[i], in[i], sizeof out[i]);
  MPI_Reduce_local(mine, out[i], LENGTH, MPI_INT, MPI_SUM);
  if (block + 2 < BLOCKS)
    MPI_Start(&from[i]);
  MPI_Start(&to[i]);
  for (int k = 0; k < LENGTH; k++)
    *total += out[i][k];
}

int main(void) {
  int total = 0;
  begin();
  prepare(rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < size - 1 ? rank + 1 : MPI_PROC_NULL);
  MPI_Startall(2, from);
  for (int block = 0; block < BLOCKS; block++)
    add_block(block, &total);
  MPI_Waitall(2, to, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; i++) {
    MPI_Request_free(&from[i]);
    MPI_Request_free(&to[i]);
  }
  if (rank == size - 1)
    printf("%d\n", total);
  MPI_Finalize();
}
