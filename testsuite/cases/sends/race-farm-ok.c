/* Messages that could be taken for each other if nothing ordered them: by a message of the
 * receiver, by one that comes round over another rank, by a collective call. */
/* case: ranks=4 options="--message-races" */
#include "case.h"

static void take(int source) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, source, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void give(int dest) {
  MPI_Send(&rank, 1, MPI_INT, dest, 3, MPI_COMM_WORLD);
}

int main(void) {
  begin();
  for (int i = 0; i < 40; i++) {
    if (rank == 0) {
      take(MPI_ANY_SOURCE);
      give(2);
      take(2);
      take(MPI_ANY_SOURCE);
    } else if (rank == 1) {
      give(0);
    } else if (rank == 2) {
      take(0);
      give(0);
      take(3);
    } else {
      give(2);
    }
    if (rank == 2)
      give(3);
    if (rank == 3) {
      take(2);
      give(0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
