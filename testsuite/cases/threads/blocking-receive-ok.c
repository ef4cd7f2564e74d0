/* A thread loads what another one has received with MPI_Recv once a semaphore tells it so; what it
 * stores meanwhile is another place of the same array, which MPI_Send of the first thread only reads
 * later. */
/* case: levels=compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static ALIGNED int buffer[8];
static sem_t received, stored;

static void *look(void *unused) {
  int seen;
  STORE(buffer[5], 1);
  sem_post(&stored);
  sem_wait(&received);
  LOAD(seen, buffer[1]);
  return seen == 5 ? unused : NULL;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sem_init(&received, 0, 0);
  sem_init(&stored, 0, 0);
  if (rank == 0) {
    pthread_create(&thread, NULL, look, NULL);
    MPI_Recv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sem_post(&received);
    sem_wait(&stored);
    MPI_Send(buffer + 4, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
  } else {
    MPI_Send(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
