/* A process reads and writes another one's window, and what lies beside it, by system call, as
 * MPI libraries do. */
/* case: levels=mpi,pages */
#define _GNU_SOURCE
#include "show.h"
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SIZE = 20000 };

static int move(int write, int pid, char *own, char *its) {
  struct iovec local[] = {{own, 100}, {own + 100, SIZE - 100}}, remote = {its, SIZE};
  return (int)(write ? process_vm_writev(pid, local, 2, &remote, 1, 0)
                     : process_vm_readv(pid, local, 2, &remote, 1, 0));
}

int main(void) {
  MPI_Win win;
  char *beside = malloc(SIZE), copy[SIZE];
  begin();
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  for (int i = 0; i < SIZE; i++)
    beside[i] = (char)(i % 101 + rank);
  MPI_Win_create(beside + 5000, 6000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  struct {
    long address;
    int pid;
  } own = {(long)beside, getpid()}, its;
  MPI_Sendrecv(&own, sizeof own, MPI_BYTE, 1 - rank, 0, &its, sizeof its, MPI_BYTE, 1 - rank, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int sum = 0, moved = 0;
  if (rank == 0) {
    moved = move(0, its.pid, copy, (char *)its.address);
    for (int i = 0; moved == SIZE && i < SIZE; i++) {
      sum += copy[i] == (char)(i % 101 + 1);
      copy[i] = (char)(i % 7);
    }
    moved += move(1, its.pid, copy, (char *)its.address);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; rank == 1 && i < SIZE; i++)
    sum += beside[i] == (char)(i % 7);
  show(sum, moved);
  MPI_Win_free(&win);
  free(beside);
  MPI_Finalize();
}
