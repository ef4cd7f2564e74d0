/* A reduction over a binary tree; its state is a local variable of the caller. */
/* case: ranks=3 */
#include "greq.h"

struct reduction {
  int value, *result;
  MPI_Request request;
};

static MPI_Comm own;

static void drive(const struct reduction *r) {
  int sum = r->value, part;
  for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++) {
    MPI_Recv(&part, 1, MPI_INT, child, 7, own, MPI_STATUS_IGNORE);
    sum += part;
  }
  if (rank > 0)
    MPI_Send(&sum, 1, MPI_INT, (rank - 1) / 2, 7, own);
  *r->result = sum;
}

static __attribute__((noinline)) MPI_Request reduce(struct reduction *r) {
  MPI_Grequest_start(query, release, cancel, r, &r->request);
  drive(r);
  MPI_Grequest_complete(r->request);
  return r->request;
}

int main(void) {
  int sum;
  struct reduction state = {.value = 0, .result = &sum};
  begin_level(MPI_THREAD_SINGLE);
  state.value = rank;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Request request = reduce(&state);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
