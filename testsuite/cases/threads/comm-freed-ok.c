/* A communicator is freed while another thread receives on it, which goes on. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_Comm comm;

static void *receive(void *unused) {
  int got;
  MPI_Recv(&got, 1, MPI_INT, !rank, 0, comm, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, sent = 1;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) {
    MPI_Comm mine;
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    comm = mine;
    pthread_create(&thread, NULL, receive, NULL);
    usleep(100000);
    MPI_Send(&sent, 1, MPI_INT, !rank, 0, mine);
    MPI_Comm_free(&mine);
    pthread_join(thread, NULL);
  }
  MPI_Finalize();
}
