/* The answer that the second send waits for is sent when both messages were received, and comes
 * by a third process. */
/* case: ranks=3 */
#include "case.h"

static void receive(int from, int tag) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(void) {
  int value = 1;
  char room[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    for (int i = 0; i < 3; i++) {
      MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
      MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
      receive(i % 2 ? 1 : 2, 5);
    }
    MPI_Buffer_detach(&old, &value);
  }
  for (int i = 0; i < 3; i++) {
    if (rank == 1) {
      receive(0, 4);
      receive(0, 3);
      MPI_Send(&value, 1, MPI_INT, i % 2 ? 0 : 2, 5, MPI_COMM_WORLD);
    } else if (rank == 2 && i % 2 == 0) {
      receive(1, 5);
      MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
}
