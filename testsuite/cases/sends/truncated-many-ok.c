/* The same with room for all of the last message. */
#include "case.h"

#define MANY 400

int main(void) {
  double row[16] = {0};
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i <= MANY; i++) {
    int length = 4 + i % 9, room = length;
    if (rank == 0)
      MPI_Send(row, length, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
      MPI_Recv(row, room, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
