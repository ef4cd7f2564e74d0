/* A communicator has a buffer of its own, which is enough for its buffered sends, persistent ones
 * among them. The process's buffer is not used by them. */
/* case: needs=MPI_Comm_attach_buffer */
#include "case.h"

int main(void) {
  int value = 1, n;
  char room[2 * (MPI_BSEND_OVERHEAD + sizeof value)], small[MPI_BSEND_OVERHEAD + sizeof value];
  void *old;
  MPI_Comm comm;
  MPI_Request request;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (rank == 0) {
    MPI_Bsend_init(&value, 1, MPI_INT, 1, 3, comm, &request);
    MPI_Comm_attach_buffer(comm, room, sizeof room);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, comm);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Buffer_attach(small, sizeof small);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Comm_flush_buffer(comm);
    MPI_Bsend(&value, 1, MPI_INT, 1, 3, comm);
    MPI_Buffer_detach(&old, &n);
    MPI_Comm_detach_buffer(comm, &old, &n);
    STORE(room[0], 1);
    MPI_Request_free(&request);
  } else {
    for (int i = 0; i < 3; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
