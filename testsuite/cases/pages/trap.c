/* A program has a handler of SIGTRAP of its own: it gets what it raises itself, no more, whether
 * there is a window or not; and reads back what it has set. */
/* case: levels=mpi,pages */
#include "case.h"
#include <signal.h>

static volatile sig_atomic_t traps;

static void on_trap(int number) {
  (void)number;
  traps++;
}

/* MPI_Irecv's buffer is small, and MPI stores into it in MPI_Wait. */
static void receive(void (*between)(void)) {
  MPI_Request request;
  long value = 0, sent = 7;
  MPI_Irecv(&value, 1, MPI_LONG, !rank, 0, MPI_COMM_WORLD, &request);
  if (between)
    between();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&sent, 1, MPI_LONG, !rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (!rank)
    printf("%ld %d\n", value, (int)traps);
}

static void take(void) {
  struct sigaction now, old, a = {.sa_handler = on_trap};
  sigaction(SIGTRAP, NULL, &now);
  sigaction(SIGTRAP, &a, &old);
  if (!rank)
    printf("%d %d\n", now.sa_handler == old.sa_handler, old.sa_handler == SIG_DFL);
  raise(SIGTRAP);
}

static void give_back(void) {
  if (signal(SIGTRAP, SIG_DFL) == on_trap && !rank)
    printf("mine\n");
}

int main(void) {
  MPI_Win win;
  void *base;
  begin();
  receive(NULL);
  receive(take);
  receive(give_back);
  receive(take);
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  receive(give_back);
  receive(take);
  MPI_Win_free(&win);
  receive(NULL);
  receive(give_back);
  MPI_Finalize();
}
