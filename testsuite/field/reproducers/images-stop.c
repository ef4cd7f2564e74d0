/* At its end each process tells all others, which do not receive it. OpenCoarrays. */
#include "case.h"

int main(void) {
  int stopped = 6000;
  begin();
  MPI_Send(&stopped, 1, MPI_INT, 1 - rank, 424242, MPI_COMM_WORLD); /* expect: message-unreceived */
  MPI_Finalize();
}
