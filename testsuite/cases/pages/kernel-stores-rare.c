/* The kernel stores into a window that another process gets from, by calls that few programs
 * make: how much a pipe holds, what stands beside a file, a message, limits that the program
 * has set. */
/* case: levels=pages */
#include "case.h"
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int waiting(char *at) {
  int ends[2];
  return pipe(ends) || write(ends[1], "1234567", 7) != 7 ||
         ioctl(ends[0], FIONREAD, at); /* site: rma-local-race */
}

static int received(char *at) {
  struct {
    long type;
    char text[8];
  } message = {7, "message"};
  int queue = msgget(IPC_PRIVATE, 0600);
  int failed = queue < 0 || msgsnd(queue, &message, 8, 0);
  failed |= msgrcv(queue, at, 8, 0, 0) != 8; /* site: rma-local-race */
  return failed | msgctl(queue, IPC_RMID, 0);
}

static int option(char *at) {
  int ends[2];
  socklen_t size = 4;
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) ||
         getsockopt(ends[0], SOL_SOCKET, SO_TYPE, at, &size); /* site: rma-local-race */
}

int main(void) {
  static char line[100];
  char *memory;
  int failed = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= waiting(memory);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 4, MPI_CHAR, 1, 128, 4, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= received(memory + 128);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 4, MPI_CHAR, 1, 256, 4, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= option(memory + 256);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 4, MPI_CHAR, 1, 512, 4, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |=
        getitimer(ITIMER_REAL, (struct itimerval *)(memory + 512)); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return failed;
}
