/* Four threads put and get in one MPI_Win_lock_all epoch: right, at MPI_THREAD_MULTIPLE. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define TIMES 500

static int rank;
static MPI_Win win;

static void *work(void *number) {
  int me = *(int *)number, got = -1;
  for (int i = 0; i < TIMES; i++) {
    MPI_Request r;
    int value = i;
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, me, 1, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush(1 - rank, win);
    MPI_Get(&got, 1, MPI_INT, 1 - rank, me, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    if (got != i)
      printf("rank %d thread %d got %d, not %d\n", rank, me, got, i);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided, number[THREADS], *memory;
  pthread_t thread[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided < MPI_THREAD_MULTIPLE) {
    if (!rank)
      printf("no threads here\n");
    MPI_Finalize();
    return 0;
  }
  MPI_Win_allocate(THREADS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    pthread_create(&thread[i], NULL, work, &number[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (!rank)
    printf("done\n");
  MPI_Finalize();
  return 0;
}
