/* Blocks of malloc on the window's pages are buffers of operations that begin before the window
 * is made, and end after it is freed; others lie on its pages only in part. */
/* case: levels=mpi,pages */
#include "show.h"

enum { N = 3000 };

int main(void) {
  MPI_Request request[4];
  MPI_Win win;
  int wrong = 0, other;
  begin();
  other = 1 - rank;
  int *early = malloc(300), *memory = malloc(400), *late = malloc(300), *large = malloc(4 * N);
  int *sent = malloc(4 * N), *got = malloc(4 * N);
  MPI_Irecv(early, 70, MPI_INT, other, 1, MPI_COMM_WORLD, &request[0]);
  MPI_Send_init(sent, N, MPI_INT, other, 4, MPI_COMM_WORLD, &request[3]);
  MPI_Win_create(memory, 400, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < N; i++)
    large[i] = sent[i] = rank + i;
  MPI_Irecv(late, 70, MPI_INT, other, 2, MPI_COMM_WORLD, &request[1]);
  MPI_Isend(large, N, MPI_INT, other, 3, MPI_COMM_WORLD, &request[2]);
  MPI_Start(&request[3]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(sent, 70, MPI_INT, other, 1, MPI_COMM_WORLD);
  MPI_Send(sent, 70, MPI_INT, other, 2, MPI_COMM_WORLD);
  MPI_Recv(got, N, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  wrong += got[0] != other || got[N - 1] != other + N - 1;
  MPI_Recv(got, N, MPI_INT, other, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  wrong += got[0] != other || got[N - 1] != other + N - 1;
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 70; i++)
    wrong += early[i] != other + i || late[i] != other + i;
  MPI_Request_free(&request[3]);
  show(wrong, 0);
  free(early);
  free(memory);
  free(late);
  free(large);
  free(sent);
  free(got);
  MPI_Finalize();
}
