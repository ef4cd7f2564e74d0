/* Receive buffers that the target uses after its exposure epoch. */
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
    GET(0);
    GET(4);
    GET(8);
    GET(12);
    GET(16);
    GET(20);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
    MPI_Sendrecv(&got, 1, MPI_INT, 0, 0, &memory[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    MPI_Isend(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Recv(&memory[4], 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Irecv(&memory[8], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Send(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Isend(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Mprobe(0, 0, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&memory[12], 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Recv_init(&memory[16], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Start(&req);
    MPI_Send(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Request_free(&req);
    MPI_Sendrecv_replace(&memory[20], 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
