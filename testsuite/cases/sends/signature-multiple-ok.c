/* Two threads exchange messages of other types, each with a tag of its own. */
/* case: cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { ROUNDS = 100 };

static void *exchange(void *which) {
  int tag = *(int *)which;
  MPI_Datatype type = tag ? MPI_DOUBLE : MPI_INT;
  double data[4] = {0}, received[4];
  for (int i = 0; i < ROUNDS; i++)
    MPI_Sendrecv(data, 1 + i % 4, type, 1 - rank, tag, received, 4, type, 1 - rank, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

int main(void) {
  pthread_t other;
  int tags[] = {0, 1};
  begin();
  exchange(&tags[0]);
  pthread_create(&other, NULL, exchange, &tags[1]);
  exchange(&tags[0]);
  pthread_join(other, NULL);
  MPI_Finalize();
}
