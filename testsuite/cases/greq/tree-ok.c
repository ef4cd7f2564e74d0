/* A reduction over a binary tree as a nonblocking operation of the program's own: a thread drives
 * it and completes the generalized request that stands for it. */
/* case: ranks=3 */
#include "greq.h"

struct reduction {
  MPI_Comm comm;
  MPI_Request request;
  pthread_t thread;
  int value, *result, stopped;
};

/* Children send first, then the process sends to its parent; the root has the sum. */
static void *drive(void *state) {
  struct reduction *r = state;
  int me, n, sum = r->value, part;
  MPI_Comm_rank(r->comm, &me);
  MPI_Comm_size(r->comm, &n);
  for (int child = 2 * me + 1; child <= 2 * me + 2 && child < n; child++) {
    MPI_Recv(&part, 1, MPI_INT, child, 7, r->comm, MPI_STATUS_IGNORE);
    sum += part;
  }
  if (me > 0)
    MPI_Send(&sum, 1, MPI_INT, (me - 1) / 2, 7, r->comm);
  *r->result = sum;
  MPI_Grequest_complete(r->request);
  return NULL;
}

static int tell(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 1);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int finish(void *state) {
  struct reduction *r = state;
  pthread_join(r->thread, NULL);
  free(r);
  return MPI_SUCCESS;
}

/* It cannot be stopped once it runs. */
static int refuse(void *state, int complete) {
  (void)state;
  return complete ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static void reduce(int value, int *result, MPI_Comm comm, MPI_Request *request) {
  struct reduction *r = calloc(1, sizeof *r);
  r->comm = comm;
  r->value = value;
  r->result = result;
  MPI_Grequest_start(tell, finish, refuse, r, &r->request);
  *request = r->request;
  pthread_create(&r->thread, NULL, drive, r);
}

int main(void) {
  int sums[2];
  MPI_Status status;
  MPI_Request request;
  MPI_Comm own;
  begin_level(MPI_THREAD_MULTIPLE);
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  for (int turn = 0; turn < 2; turn++) {
    reduce(rank + turn, &sums[turn], own, &request);
    MPI_Wait(&request, &status);
    if (rank == 0)
      printf("turn %d: %d\n", turn, sums[turn]);
  }
  MPI_Comm_free(&own);
  MPI_Finalize();
}
