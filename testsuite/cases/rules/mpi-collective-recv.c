/* Receive buffers of collective calls that the target uses before its exposure epoch ends,
 * while the origin gets. */
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
    GET(0);  /* expect: rma-local-race */
    GET(4);  /* expect: rma-local-race */
    GET(8);  /* expect: rma-local-race */
    GET(12); /* expect: rma-local-race */
    GET(16); /* expect: rma-local-race */
    GET(20); /* expect: rma-local-race */
    GET(24); /* expect: rma-local-race */
    GET(28); /* expect: rma-local-race */
    GET(32); /* expect: rma-local-race */
    GET(36); /* expect: rma-local-race */
    GET(40); /* expect: rma-local-race */
    GET(44); /* expect: rma-local-race */
    GET(48); /* expect: rma-local-race */
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Reduce(&got, &memory[0], 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF); // site: rma-local-race
    MPI_Allreduce(&got, &memory[4], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); // site: rma-local-race
    MPI_Allreduce(MPI_IN_PLACE, &memory[8], 1, MPI_INT, MPI_SUM,         // site: rma-local-race
                  MPI_COMM_SELF);
    MPI_Gather(&got, 1, MPI_INT, &memory[12], 1, MPI_INT, 0, // site: rma-local-race
               MPI_COMM_SELF);
    MPI_Scatter(&got, 1, MPI_INT, &memory[16], 1, MPI_INT, 0, // site: rma-local-race
                MPI_COMM_SELF);
    MPI_Allgather(&got, 1, MPI_INT, &memory[20], 1, MPI_INT, // site: rma-local-race
                  MPI_COMM_SELF);
    MPI_Alltoall(&got, 1, MPI_INT, &memory[24], 1, MPI_INT, // site: rma-local-race
                 MPI_COMM_SELF);
    MPI_Scan(&got, &memory[28], 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* site: rma-local-race */
    MPI_Reduce_scatter_block(&got, &memory[32], 1, MPI_INT, MPI_SUM, // site: rma-local-race
                             MPI_COMM_SELF);
    MPI_Allgatherv(&got, 1, MPI_INT, &memory[36], &one, &zero, MPI_INT, // site: rma-local-race
                   MPI_COMM_SELF);
    MPI_Alltoallw(&got, &one, &zero, &type, &memory[40], &one, &zero, // site: rma-local-race
                  &type, MPI_COMM_SELF);
    MPI_Igather(&got, 1, MPI_INT, &memory[44], 1, MPI_INT, 0, // site: rma-local-race
                MPI_COMM_SELF, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Reduce_local(&got, &memory[48], 1, MPI_INT, MPI_SUM); /* site: rma-local-race */
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
