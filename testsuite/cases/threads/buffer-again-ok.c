/* A thread receives into one buffer again when another thread says that it has read it. */
/* case: cflags=-pthread levels=compiled */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static ALIGNED int buffer[4];
static sem_t full, empty;

static void *consume(void *unused) {
  int seen;
  for (int i = 0; i < 2; i++) {
    sem_wait(&full);
    LOAD(seen, buffer[1]);
    sem_post(&empty);
  }
  return seen == 5 ? unused : NULL;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 0);
  if (rank == 0)
    pthread_create(&thread, NULL, consume, NULL);
  for (int i = 0; i < 2; i++)
    if (rank == 0) {
      MPI_Recv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sem_post(&full);
      sem_wait(&empty);
    } else {
      MPI_Send(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  if (rank == 0)
    pthread_join(thread, NULL);
  MPI_Finalize();
}
