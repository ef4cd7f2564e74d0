/* A ready send to a rank that never receives the message. */
#include "case.h"

#define TO 1, 7, MPI_COMM_WORLD

int main(void) {
  begin();
  if (rank == 0)
    MPI_Rsend(0, 0, MPI_INT, TO); // expect: rsend-before-recv // expect: message-unreceived
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
