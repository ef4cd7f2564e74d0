/* All operations with large counts are completed. */
/* case: needs=MPI_Send_c */
#include "case.h"

int main(void) {
  int value[4], other;
  MPI_Request request[5];
  begin();
  other = !rank;
  MPI_Irecv_c(&value[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv_c(&value[1], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &request[1]);
  MPI_Send_c(&rank, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Send_c(&rank, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Isend_c(&rank, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &request[2]);
  MPI_Recv_init_c(&value[2], 1, MPI_INT, other, 5, MPI_COMM_WORLD, &request[3]);
  MPI_Start(&request[3]);
  MPI_Ibcast_c(&value[3], 1, MPI_INT, 0, MPI_COMM_WORLD, &request[4]);
  MPI_Waitall(5, request, MPI_STATUSES_IGNORE);
  MPI_Request_free(&request[3]);
  MPI_Finalize();
}
