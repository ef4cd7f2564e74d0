/* Send buffers of collective calls that the target uses after its exposure epoch. */
#include "case.h"

#define PUT(place) MPI_Put(&v[place], 1, MPI_INT, 1, place, 1, MPI_INT, win)

int main(void) {
  ALIGNED int memory[52] = {0}, v[52] = {0};
  MPI_Group peer;
  int got, one = 1, zero = 0;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  peer = only(1 - rank);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    PUT(0);
    PUT(4);
    PUT(8);
    PUT(12);
    PUT(16);
    PUT(20);
    PUT(24);
    PUT(28);
    PUT(32);
    PUT(36);
    PUT(40);
    PUT(44);
    PUT(48);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
    MPI_Bcast(&memory[0], 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Reduce(&memory[4], &got, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
    MPI_Allreduce(&memory[8], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Gather(&memory[12], 1, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Scatter(&memory[16], 1, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Allgather(&memory[20], 1, MPI_INT, &got, 1, MPI_INT, MPI_COMM_SELF);
    MPI_Alltoall(&memory[24], 1, MPI_INT, &got, 1, MPI_INT, MPI_COMM_SELF);
    MPI_Scan(&memory[28], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Reduce_scatter_block(&memory[32], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Gatherv(&memory[36], 1, MPI_INT, &got, &one, &zero, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Scatterv(&memory[40], &one, &zero, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Alltoallv(&memory[44], &one, &zero, MPI_INT, &got, &one, &zero, MPI_INT, MPI_COMM_SELF);
    MPI_Iallreduce(&memory[48], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
