/* Receives with wildcards for all ready sends of two ranks, posted before any. */
/* case: ranks=3 */
#include "case.h"

#define ROUNDS 10

int main(void) {
  int value[2 * ROUNDS] = {1};
  MPI_Request request[2 * ROUNDS];
  begin();
  for (int i = 0; rank == 0 && i < 2 * ROUNDS; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, MPI_ANY_SOURCE, i % 2 ? 7 : MPI_ANY_TAG, MPI_COMM_WORLD,
              &request[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Waitall(2 * ROUNDS, request, MPI_STATUSES_IGNORE);
  for (int i = 0; rank && i < ROUNDS; i++)
    MPI_Rsend(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  MPI_Finalize();
}
