/* MPICH's extensions: the library polls the program, and classes of requests. */
/* case: ranks=1 mpi=mpich */
#include "greq.h"

struct state {
  int polls;
  MPI_Request request;
};

static int poll(void *state, MPI_Status *status) {
  struct state *s = state;
  (void)status;
  if (s->polls++ == 3)
    MPI_Grequest_complete(s->request);
  return MPI_SUCCESS;
}

static int wait(int count, void **states, double timeout, MPI_Status *status) {
  (void)timeout;
  for (int i = 0; i < count; i++)
    poll(states[i], status);
  return MPI_SUCCESS;
}

int main(void) {
  struct state states[3] = {{0}};
  MPI_Request requests[3];
  MPIX_Grequest_class class;
  MPI_Status status;
  int flag = 0;
  begin_level(MPI_THREAD_SINGLE);
  MPIX_Grequest_start(query, release, cancel, poll, wait, &states[0], &states[0].request);
  requests[0] = states[0].request;
  MPI_Wait(&requests[0], &status);
  MPIX_Grequest_class_create(query, release, cancel, poll, wait, &class);
  for (int i = 1; i < 3; i++) {
    states[i].polls = 3;
    MPIX_Grequest_class_allocate(class, &states[i], &states[i].request);
    requests[i] = states[i].request;
  }
  while (!flag)
    MPI_Test(&requests[1], &flag, &status);
  MPI_Wait(&requests[2], &status);
  printf("%d %d\n", states[0].polls, states[1].polls);
  MPI_Finalize();
}
