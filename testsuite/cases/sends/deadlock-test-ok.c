/* A rank tests between two pieces of its work; the other one waits for what comes of that. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"
#include <time.h>

static volatile double sum;

static void work(void) {
  for (int i = 0; i < 200000; i++)
    sum += i * 0.5;
}

int main(void) {
  int value, flag = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    for (time_t end = time(NULL) + 20; time(NULL) < end && !flag;) {
      work();
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Send(&rank, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
