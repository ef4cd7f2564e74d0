/* Threads find the null handle in variables where others have waited: a lock orders them, or
 * the memory was freed and given to another one, or the stack of a thread that has ended. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { TURNS = 20 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MPI_Request shared;
static int value[3];

static void *in_order(void *unused) {
  pthread_mutex_lock(&lock);
  MPI_Wait(&shared, MPI_STATUS_IGNORE);
  pthread_mutex_unlock(&lock);
  return unused;
}

/* Takes turns by sleeping. */
static void *apart(void *number) {
  MPI_Request own = MPI_REQUEST_NULL, *given;
  int i = *(int *)number;
  usleep(i ? 300000 : 0);
  for (int turn = 0; turn < TURNS; turn++) {
    given = malloc(64 * sizeof *given);
    given[5] = MPI_REQUEST_NULL;
    if (!i) {
      MPI_Irecv(&value[1], 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &given[5]);
      MPI_Irecv(&value[2], 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &own);
    }
    MPI_Wait(&given[5], MPI_STATUS_IGNORE);
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    free(given);
  }
  return NULL;
}

/* The thread has ended, perhaps, when another one gets its stack. */
static void start(void *(*function)(void *), int number) {
  static int numbers[] = {0, 1};
  pthread_attr_t detached;
  pthread_t thread;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &detached, function, &numbers[number]);
  pthread_attr_destroy(&detached);
}

int main(void) {
  int provided;
  pthread_t thread[2];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value[0], 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &shared);
    for (int i = 0; i < 2; i++)
      pthread_create(&thread[i], NULL, in_order, NULL);
    for (int i = 0; i < 2; i++)
      pthread_join(thread[i], NULL);
    start(apart, 0);
    usleep(200000);
    start(apart, 1);
    sleep(1);
  } else {
    MPI_Send(&value[0], 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    for (int turn = 0; turn < TURNS; turn++)
      for (int tag = 4; tag < 6; tag++)
        MPI_Send(&value[0], 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
