/* Receive buffers of collective calls that the target uses after its exposure epoch. */
#include "case.h"

#define GET(place) MPI_Get(&v[place], 1, MPI_INT, 1, place, 1, MPI_INT, win)

int main(void) {
  ALIGNED int memory[52] = {0}, v[52] = {0};
  MPI_Group peer;
  int got = 0, one = 1, zero = 0;
  MPI_Datatype type = MPI_INT;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  peer = only(1 - rank);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    GET(0);
    GET(4);
    GET(8);
    GET(12);
    GET(16);
    GET(20);
    GET(24);
    GET(28);
    GET(32);
    GET(36);
    GET(40);
    GET(44);
    GET(48);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
    MPI_Reduce(&got, &memory[0], 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
    MPI_Allreduce(&got, &memory[4], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Allreduce(MPI_IN_PLACE, &memory[8], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Gather(&got, 1, MPI_INT, &memory[12], 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Scatter(&got, 1, MPI_INT, &memory[16], 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Allgather(&got, 1, MPI_INT, &memory[20], 1, MPI_INT, MPI_COMM_SELF);
    MPI_Alltoall(&got, 1, MPI_INT, &memory[24], 1, MPI_INT, MPI_COMM_SELF);
    MPI_Scan(&got, &memory[28], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Reduce_scatter_block(&got, &memory[32], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Allgatherv(&got, 1, MPI_INT, &memory[36], &one, &zero, MPI_INT, MPI_COMM_SELF);
    MPI_Alltoallw(&got, &one, &zero, &type, &memory[40], &one, &zero, &type, MPI_COMM_SELF);
    MPI_Igather(&got, 1, MPI_INT, &memory[44], 1, MPI_INT, 0, MPI_COMM_SELF, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Reduce_local(&got, &memory[48], 1, MPI_INT, MPI_SUM);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
