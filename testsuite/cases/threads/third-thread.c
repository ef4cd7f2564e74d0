/* The reader knows that the receive is over; a third thread, of which nothing was heard before,
 * does not. */
/* case: levels=compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static ALIGNED int buffer[4];
static sem_t full, empty;

static void *reads(void *unused) {
  int seen;
  for (int i = 0; i < 3; i++) {
    sem_wait(&full);
    LOAD(seen, buffer[1]);
    sem_post(&empty);
  }
  return seen == 5 ? unused : NULL;
}

static void *looks(void *unused) {
  int seen;
  usleep(600000);
  LOAD(seen, buffer[1]); /* expect: buffer-race */
  return seen == 5 ? unused : NULL;
}

int main(void) {
  int provided;
  pthread_t reader, other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 0);
  if (rank == 0)
    pthread_create(&reader, NULL, reads, NULL);
  if (rank == 0)
    pthread_create(&other, NULL, looks, NULL);
  for (int i = 0; i < 3; i++)
    if (rank == 0) {
      MPI_Recv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, /* site: buffer-race */
               MPI_STATUS_IGNORE);
      sem_post(&full);
      sem_wait(&empty);
    } else {
      MPI_Send(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  if (rank == 0) {
    pthread_join(reader, NULL);
    pthread_join(other, NULL);
  }
  MPI_Finalize();
}
