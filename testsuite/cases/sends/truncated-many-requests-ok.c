/* The same with room for all of the last message. */
#include "case.h"

#define MANY 300

int main(void) {
  double to[16] = {0}, from[16];
  MPI_Request both[2];
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i <= MANY; i++) {
    int length = 4 + i % 9, room = length;
    MPI_Irecv(from, room, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(to, length, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
}
