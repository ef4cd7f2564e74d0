/* Threads whose operations the library completes at once and gives one handle: each uses its
 * buffer again when its own call has returned, whoever's call completed it. */
/* case: mpi=mpich levels=mpi,pages,compiled cflags=-pthread */
#include "show.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 1500 };

static void *sender(void *number) {
  char own[16];
  int tag = (int)(long)number;
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Request request;
    memset(own, i, sizeof own);
    MPI_Isend(own, sizeof own, MPI_CHAR, 1 - rank, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return NULL;
}

static void *receiver(void *number) {
  char own[16];
  long tag = (long)number, wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Recv(own, sizeof own, MPI_CHAR, 1 - rank, (int)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong += own[5] != (char)i;
  }
  return (void *)wrong;
}

int main(void) {
  pthread_t thread[THREADS];
  long wrong = 0;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, rank ? receiver : sender, (void *)i);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(thread[i], &result);
    wrong += (long)result;
  }
  show((int)wrong, 0);
  MPI_Finalize();
}
