/* One generalized request stands for many messages: a thread waits for all of them and completes
 * it; freed requests and tests in a loop with it. */
/* case: ranks=2 */
#include "greq.h"

#define MANY 16

struct exchange {
  int out[MANY], in[MANY], sum;
  MPI_Request parts[2 * MANY], request;
  pthread_t thread;
};

static void *drive(void *state) {
  struct exchange *x = state;
  MPI_Request request = x->request;
  MPI_Waitall(2 * MANY, x->parts, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MANY; i++)
    x->sum += x->in[i];
  MPI_Grequest_complete(request);
  return NULL;
}

static int tell(void *state, MPI_Status *status) {
  const struct exchange *x = state;
  MPI_Status_set_elements(status, MPI_INT, x->sum);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int finish(void *state) {
  struct exchange *x = state;
  pthread_detach(x->thread);
  free(x);
  return MPI_SUCCESS;
}

static void exchange(MPI_Request *request) {
  struct exchange *x = calloc(1, sizeof *x);
  for (int i = 0; i < MANY; i++) {
    x->out[i] = i + rank;
    MPI_Irecv(&x->in[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &x->parts[i]);
  }
  for (int i = 0; i < MANY; i++)
    MPI_Isend(&x->out[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &x->parts[MANY + i]);
  MPI_Grequest_start(tell, finish, cancel, x, &x->request);
  *request = x->request;
  pthread_create(&x->thread, NULL, drive, x);
}

int main(void) {
  MPI_Request requests[3];
  MPI_Status status;
  int flag = 0, count;
  begin_level(MPI_THREAD_MULTIPLE);
  exchange(&requests[0]);
  while (!flag)
    MPI_Test(&requests[0], &flag, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  if (rank == 0)
    printf("%d\n", count);
  for (int i = 0; i < 3; i++)
    exchange(&requests[i]);
  for (int left = 3; left > 0; left -= count) {
    int indices[3];
    MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
