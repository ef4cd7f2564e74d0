/* Two threads receive what they have found: by MPI_Mprobe; with a mutex around both calls; with
 * tags of their own; and one hands what it has found to the other. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

enum { ROUNDS = 20, MATCHED = 1, GUARDED, OWN, HANDED = OWN + 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void receive(int number) {
  int value;
  MPI_Message message;
  MPI_Status status;
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Mprobe(0, MATCHED, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
    pthread_mutex_lock(&lock);
    MPI_Probe(MPI_ANY_SOURCE, GUARDED, MPI_COMM_WORLD, &status);
    MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, GUARDED, MPI_COMM_WORLD, &status);
    pthread_mutex_unlock(&lock);
    MPI_Probe(0, OWN + number, MPI_COMM_WORLD, &status);
    MPI_Recv(&value, 1, MPI_INT, 0, OWN + number, MPI_COMM_WORLD, &status);
    if (number == 0)
      MPI_Probe(0, HANDED, MPI_COMM_WORLD, &status);
    pthread_barrier_wait(&both);
    if (number == 1)
      MPI_Recv(&value, 1, MPI_INT, 0, HANDED, MPI_COMM_WORLD, &status);
    pthread_barrier_wait(&both);
  }
}

static void *second(void *unused) {
  receive(1);
  return unused;
}

int main(void) {
  int provided, value = 3;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 0; i < ROUNDS; i++) {
      for (int k = 0; k < 2; k++) {
        MPI_Send(&value, 1, MPI_INT, 1, MATCHED, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, GUARDED, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, OWN + k, MPI_COMM_WORLD);
      }
      MPI_Send(&value, 1, MPI_INT, 1, HANDED, MPI_COMM_WORLD);
    }
  } else if (rank == 1) {
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, second, NULL);
    receive(0);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
