/* A thread calls two functions that receive into variables of their own while a receive into a
 * variable of main is under way. Where the first one's frame had its return address lies the
 * second one's array. */
/* case: levels=mpi,pages cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

static void send_and_wait(int count, MPI_Request *request) {
  static int data[64];
  MPI_Send(data, count, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Wait(request, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void small(void) {
  MPI_Request request;
  int value;
  MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  send_and_wait(1, &request);
}

static __attribute__((noinline)) void deeper(void) {
  small();
  APART;
}

static __attribute__((noinline)) void large(MPI_Request *request) {
  int values[64];
  MPI_Irecv(values, 64, MPI_INT, 0, 1, MPI_COMM_SELF, request);
  send_and_wait(64, request);
}

static void *work(void *unused) {
  MPI_Request request;
  deeper();
  large(&request);
  return unused;
}

int main(void) {
  MPI_Request outer;
  pthread_t thread;
  int value, go = 1;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &outer);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&outer, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
