/* Persistent requests are waited for and tested, but nobody has started them: nothing is sent.
 * Some are freed, the other one is there to the end. */
#include "case.h"

#define WORLD MPI_COMM_WORLD

int main(void) {
  int value = 3, in[2], flag;
  MPI_Request one, two[2];
  begin();
  MPI_Send_init(&value, 1, MPI_INT, !rank, 3, WORLD, &one); /* expect: request-not-started */
  MPI_Recv_init(in, 1, MPI_INT, !rank, 4, WORLD, two);      /* expect: request-not-started */
  MPI_Bsend_init(in, 1, MPI_INT, 0, 5, WORLD, two + 1);     /* expect: request-not-started */
  for (int i = 0; i < 2; i++) {
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Testall(2, two, &flag, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&two[0]);
  MPI_Request_free(&two[1]);
  MPI_Finalize(); /* finds `one` */
}
