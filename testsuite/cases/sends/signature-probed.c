/* A message is received by the type of its length, but it is another type of that length; the
 * processes may use several threads and have one. */
#define CASE_MULTIPLE
#include "case.h"

enum { ROUNDS = 3, TAG = 5 };

int main(void) {
  int integer = 1, bytes;
  double number = 1;
  float other;
  MPI_Status s;
  begin();
  for (int i = 0; i < ROUNDS && rank == 0; i++) {
    MPI_Send(&integer, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD); /* site: message-type */
    MPI_Send(&number, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 2 * ROUNDS && rank == 1; i++) {
    MPI_Probe(0, TAG, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_BYTE, &bytes);
    if (bytes == sizeof number)
      MPI_Recv(&number, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Recv(&other, 1, MPI_FLOAT, 0, TAG, MPI_COMM_WORLD, &s); /* expect: message-type */
  }
  MPI_Finalize();
}
