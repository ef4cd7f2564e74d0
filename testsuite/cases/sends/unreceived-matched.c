/* Two messages are matched by MPI_Mprobe and MPI_Improbe and then never received. */
/* case: ranks=2 */
#include "case.h"

int main(void) {
  int value, found = 0;
  MPI_Message one, two;
  MPI_Status s;
  begin();
  value = rank;
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  } else {
    MPI_Mprobe(0, 3, MPI_COMM_WORLD, &one, &s); /* expect: message-unreceived */
    while (!found)
      MPI_Improbe(0, 4, MPI_COMM_WORLD, &found, &two, &s); /* expect: message-unreceived */
  }
  MPI_Finalize();
}
