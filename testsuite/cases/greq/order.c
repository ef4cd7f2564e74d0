/* What a thread received before it completed a generalized request is known to the thread that has
 * waited for it: a put of the other rank and a store here are in order. */
/* case: ranks=2 */
#include "greq.h"

static MPI_Request copy;

static void *work(void *unused) {
  MPI_Recv(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(copy);
  return unused;
}

int main(void) {
  ALIGNED int *memory, value = 1, read;
  pthread_t thread;
  MPI_Request request;
  MPI_Win win;
  begin_level(MPI_THREAD_MULTIPLE);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    copy = request;
    pthread_create(&thread, NULL, work, NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    LOAD(read, *memory);
    STORE(*memory, read + 1);
    printf("%d\n", read);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
