/* Room for two messages; the receiver confirms them before the third. */
#include "case.h"

int main(void) {
  int value = 1;
  char room[2 * (MPI_BSEND_OVERHEAD + sizeof value)];
  void *old;
  begin();
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    for (int i = 0; i < 10; i++) {
      MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
      MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
      MPI_Recv(NULL, 0, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Buffer_detach(&old, &value);
  } else {
    for (int i = 0; i < 10; i++) {
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(NULL, 0, MPI_INT, 0, 4, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
}
