/* Two threads send integers and numbers with one tag, in no order. Each message is received by
 * the type of its length. In this schedule each send begins some time after it was counted, so
 * the messages come in another order than they were counted in. */
/* case: options="--schedule-seed=4" cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { ROUNDS = 60, TAG = 5 };

static void *send_numbers(void *unused) {
  double number = 1;
  for (int i = 0; i < ROUNDS; i++)
    MPI_Send(&number, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
  return unused;
}

static void send(void) {
  pthread_t other;
  int integer = 1;
  pthread_create(&other, NULL, send_numbers, NULL);
  for (int i = 0; i < ROUNDS; i++)
    MPI_Send(&integer, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
  pthread_join(other, NULL);
}

static void receive(void) {
  int integer, bytes;
  double number;
  MPI_Status s;
  for (int i = 0; i < 2 * ROUNDS; i++) {
    MPI_Probe(0, TAG, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_BYTE, &bytes);
    if (bytes == sizeof number)
      MPI_Recv(&number, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Recv(&integer, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(void) {
  begin();
  if (rank == 0)
    send();
  else if (rank == 1)
    receive();
  MPI_Finalize();
}
