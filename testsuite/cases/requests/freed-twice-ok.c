/* Persistent requests that are made and freed again and again. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  for (int i = 0; i < 20; i++) {
    MPI_Recv_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
}
