/* Operations with large counts are overwritten, or never completed. */
/* case: needs=MPI_Send_c */
#include "case.h"

int main(void) {
  int value[4], other;
  MPI_Request request;
  begin();
  other = !rank;
  MPI_Irecv_c(&value[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &request); /* expect: request-lost */
  MPI_Irecv_c(&value[1], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &request);
  MPI_Send_c(&rank, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Send_c(&rank, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend_c(&rank, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &request); /* expect: request-lost */
  MPI_Recv_init_c(&value[2], 1, MPI_INT, other, 5, MPI_COMM_WORLD, /* expect: request-lost */
                  &request);
  MPI_Start(&request);
  MPI_Ibcast_c(&value[3], 1, MPI_INT, 0, MPI_COMM_WORLD, &request); /* expect: request-lost */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
