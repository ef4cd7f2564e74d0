/* Send buffers of collective calls that the target uses before its exposure epoch ends, while
 * the origin puts. */
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
    PUT(0);  /* expect: rma-local-race */
    PUT(4);  /* expect: rma-local-race */
    PUT(8);  /* expect: rma-local-race */
    PUT(12); /* expect: rma-local-race */
    PUT(16); /* expect: rma-local-race */
    PUT(20); /* expect: rma-local-race */
    PUT(24); /* expect: rma-local-race */
    PUT(28); /* expect: rma-local-race */
    PUT(32); /* expect: rma-local-race */
    PUT(36); /* expect: rma-local-race */
    PUT(40); /* expect: rma-local-race */
    PUT(44); /* expect: rma-local-race */
    PUT(48); /* expect: rma-local-race */
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Bcast(&memory[0], 1, MPI_INT, 0, MPI_COMM_SELF); /* site: rma-local-race */
    MPI_Reduce(&memory[4], &got, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF); // site: rma-local-race
    MPI_Allreduce(&memory[8], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); // site: rma-local-race
    MPI_Gather(&memory[12], 1, MPI_INT, &got, 1, MPI_INT, 0,             // site: rma-local-race
               MPI_COMM_SELF);
    MPI_Scatter(&memory[16], 1, MPI_INT, &got, 1, MPI_INT, 0, // site: rma-local-race
                MPI_COMM_SELF);
    MPI_Allgather(&memory[20], 1, MPI_INT, &got, 1, MPI_INT, // site: rma-local-race
                  MPI_COMM_SELF);
    MPI_Alltoall(&memory[24], 1, MPI_INT, &got, 1, MPI_INT, // site: rma-local-race
                 MPI_COMM_SELF);
    MPI_Scan(&memory[28], &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* site: rma-local-race */
    MPI_Reduce_scatter_block(&memory[32], &got, 1, MPI_INT, MPI_SUM, // site: rma-local-race
                             MPI_COMM_SELF);
    MPI_Gatherv(&memory[36], 1, MPI_INT, &got, &one, &zero, MPI_INT, 0, // site: rma-local-race
                MPI_COMM_SELF);
    MPI_Scatterv(&memory[40], &one, &zero, MPI_INT, &got, 1, MPI_INT, 0, // site: rma-local-race
                 MPI_COMM_SELF);
    MPI_Alltoallv(&memory[44], &one, &zero, MPI_INT, &got, &one, &zero, // site: rma-local-race
                  MPI_INT, MPI_COMM_SELF);
    MPI_Iallreduce(&memory[48], &got, 1, MPI_INT, MPI_SUM, // site: rma-local-race
                   MPI_COMM_SELF, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
