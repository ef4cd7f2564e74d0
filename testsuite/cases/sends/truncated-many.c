/* Four hundred messages of nine lengths in turn, of which the last is longer than its receive.
 */
/* case: status=crashed */
#include "case.h"

#define MANY 400

int main(void) {
  double row[16] = {0};
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i <= MANY; i++) {
    int length = 4 + i % 9, room = i == MANY ? length - 1 : length;
    if (rank == 0)
      MPI_Send(row, length, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); /* site: message-truncated */
    else if (rank == 1)
      MPI_Recv(row, room, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, /* expect: message-truncated */
               MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
