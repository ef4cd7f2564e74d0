/* Send buffers that the target uses after its exposure epoch. */
#include "case.h"

#define PUT(place) MPI_Put(&v[place], 1, MPI_INT, 1, place, 1, MPI_INT, win)

int main(void) {
  ALIGNED int memory[28] = {0}, v[28] = {0};
  MPI_Group peer;
  int got;
  char *buffer = malloc(4 + MPI_BSEND_OVERHEAD);
  int room = 4 + MPI_BSEND_OVERHEAD;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  peer = only(1 - rank);
  MPI_Buffer_attach(buffer, room);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    PUT(0);
    PUT(4);
    PUT(8);
    PUT(12);
    PUT(16);
    PUT(20);
    PUT(24);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
    MPI_Sendrecv(&memory[0], 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    MPI_Bsend(&memory[4], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Send(&memory[8], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Ssend(&memory[12], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Rsend(&memory[16], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Isend(&memory[20], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Send_init(&memory[24], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &req);
    MPI_Start(&req);
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Request_free(&req);
  }
  MPI_Buffer_detach(&buffer, &room);
  free(buffer);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
