/* Receive buffers that the target uses before its exposure epoch ends, while the origin gets.
 */
#include "case.h"

#define GET(place) MPI_Get(&v[place], 1, MPI_INT, 1, place, 1, MPI_INT, win)

int main(void) {
  ALIGNED int memory[24] = {0}, v[24] = {0};
  MPI_Group peer;
  int got = 0;
  MPI_Message message;
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
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Sendrecv(&got, 1, MPI_INT, 0, 0, &memory[0], 1, MPI_INT, 0, 0, // site: rma-local-race
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Isend(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Recv(&memory[4], 1, MPI_INT, 0, 0, MPI_COMM_SELF, // site: rma-local-race
             MPI_STATUS_IGNORE);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Irecv(&memory[8], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req); /* site: rma-local-race */
    MPI_Send(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Isend(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Mprobe(0, 0, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&memory[12], 1, MPI_INT, &message, MPI_STATUS_IGNORE); /* site: rma-local-race */
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Recv_init(&memory[16], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Start(&req); /* site: rma-local-race */
    MPI_Send(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Request_free(&req);
    MPI_Sendrecv_replace(&memory[20], 1, MPI_INT, 0, 0, 0, 0, // site: rma-local-race
                         MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
