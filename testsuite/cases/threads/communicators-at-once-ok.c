/* Three threads make communicators at once, each of one of its own; they give the same tag. */
/* case: ranks=4 cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 6, TAG = 7 };

static MPI_Comm own[THREADS];

static int sum(MPI_Comm comm) {
  int all = 0;
  MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  return all;
}

static void *work(void *argument) {
  int *number = argument, thread = *number, all = 0, mine[THREADS], others[THREADS];
  MPI_Comm comm = own[thread], half, made;
  MPI_Group group;
  MPI_Comm_group(comm, &group);
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Comm_dup(comm, &made);
    all += sum(made);
    MPI_Comm_create(comm, group, &made);
    all += sum(made);
    MPI_Comm_create_group(comm, group, TAG, &made);
    all += sum(made);
    MPI_Comm_split(comm, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, comm, !(rank % 2), TAG, &made);
    for (int i = 0; i <= thread; i++)
      mine[i] = i;
    MPI_Allreduce(mine, others, thread + 1, MPI_INT, MPI_SUM, made);
    MPI_Sendrecv(mine, thread + 1, MPI_INT, rank / 2, TAG, others, thread + 1, MPI_INT,
                 rank / 2, TAG, made, MPI_STATUS_IGNORE);
    all += sum(made);
    all += sum(half);
  }
  MPI_Group_free(&group);
  *number = all;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int number[THREADS];
  begin();
  for (int i = 0; i < THREADS; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    number[i] = i;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &number[i]);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    if (rank == 0)
      printf("%d\n", number[i]);
    MPI_Comm_free(&own[i]);
  }
  MPI_Finalize();
}
