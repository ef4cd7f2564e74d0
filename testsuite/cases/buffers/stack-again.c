/* Two functions receive into variables of their own while another receive into a variable of
 * main is under way. The second one returns before its message has come. */
/* case: levels=mpi */
#include "case.h"

static int data[64];

static __attribute__((noinline)) void small(void) {
  MPI_Request request;
  int value;
  MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  MPI_Send(data, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void deeper(void) {
  small();
  APART;
}

static __attribute__((noinline)) void large(MPI_Request *request) {
  int values[64];
  MPI_Irecv(values, 64, MPI_INT, 0, 1, MPI_COMM_SELF, request); /* expect: buffer-freed */
}

int main(void) {
  MPI_Request outer, request;
  int value, go = 1;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &outer);
    deeper();
    large(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&outer, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
