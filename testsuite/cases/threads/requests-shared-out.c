/* Two threads complete each its own requests of those that a third one has made. One of them uses
 * a buffer before it has waited, while the other has. */
/* case: levels=mpi,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <unistd.h>

enum { N = 64 };
static int data[4][N];
static MPI_Request request[4];

static void *complete(void *first) {
  for (int i = *(int *)first; i < 4; i += 2) {
    usleep(i % 2 * 50000);
    if (i == 1)
      STORE(data[i][0], 7); /* expect: buffer-race */
    MPI_Wait(&request[i], MPI_STATUS_IGNORE);
  }
  return NULL;
}

int main(void) {
  MPI_Win win;
  int *memory, got[N];
  pthread_t thread[2];
  int first[] = {0, 1};
  begin();
  MPI_Win_allocate(4 * sizeof data[0], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; i++) {
    MPI_Rput(data[i], N, MPI_INT, 1 - rank, i * N, N, MPI_INT, win, /* site: buffer-race */
             &request[i]);
    MPI_Isend(data[i + 2], N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request[i + 2]);
  }
  for (int i = 0; i < 2; i++)
    MPI_Recv(got, N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, complete, &first[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
