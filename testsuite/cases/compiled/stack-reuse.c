/* Memory of the stack and the heap is used again when what was pending on it is complete. */
/* case: levels=compiled */
#include "case.h"

__attribute__((noinline)) static void send_from_stack(int to) {
  int buffer[64];
  MPI_Request request;
  for (int i = 0; i < 64; i++)
    buffer[i] = i;
  MPI_Isend(buffer, 64, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

__attribute__((noinline)) static int use_stack(int n) {
  volatile int other[64];
  for (int i = 0; i < 64; i++)
    other[i] = n + i;
  return other[n % 64];
}

int main(void) {
  int *heap, sum = 0;
  MPI_Request request;
  begin();
  for (int round = 0; round < 20; round++) {
    heap = malloc(64 * sizeof *heap);
    MPI_Irecv(heap, 64, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    send_from_stack(1 - rank);
    sum += use_stack(round);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 64; i++)
      sum += heap[i];
    free(heap);
    heap = malloc(64 * sizeof *heap);
    memset(heap, 0, 64 * sizeof *heap);
    free(heap);
  }
  printf("%d\n", sum);
  MPI_Finalize();
}
