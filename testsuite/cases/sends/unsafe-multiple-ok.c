/* Messages that are sent by MPI_Isend, MPI_Bsend or MPI_Sendrecv are received in another order,
 * by a program that may use several threads and has one. */
#define CASE_MULTIPLE
#include "case.h"
#include <stdlib.h>

int main(void) {
  int value = 1, other, room = 4096;
  void *buffer = malloc((size_t)room);
  MPI_Request r;
  begin();
  MPI_Buffer_attach(buffer, room);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &r);
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Bsend(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 40; i++)
    MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 7, &other, 1, MPI_INT, 1 - rank, 7,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &room);
  free(buffer);
  MPI_Finalize();
}
