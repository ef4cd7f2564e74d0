/* The kernel stores into a window, by calls that few programs make, other bytes than another
 * process gets; or it only reads there. */
/* case: levels=mpi,pages */
#include "case.h"
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int main(void) {
  static char line[100];
  static const struct winsize none;
  char *memory;
  int failed = 0, ends[2];
  socklen_t size = 4;
  MPI_Win win;
  begin();
  failed |= socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || write(ends[1], "1234567", 7) != 7;
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1)
    memcpy(memory + 256, &none, sizeof none);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(line, 4, MPI_CHAR, 1, 4, 4, MPI_CHAR, win);
    MPI_Get(line + 4, 4, MPI_CHAR, 1, 132, 4, MPI_CHAR, win);
    MPI_Get(line + 8, 8, MPI_CHAR, 1, 256, 8, MPI_CHAR, win);
    MPI_Get(line + 16, 4, MPI_CHAR, 1, 512 + 32, 4, MPI_CHAR, win);
    MPI_Get(line + 20, 4, MPI_CHAR, 1, 600, 4, MPI_CHAR, win);
  } else {
    failed |= ioctl(ends[0], FIONREAD, memory);
    failed |= getsockopt(ends[0], SOL_SOCKET, SO_TYPE, memory + 128, &size);
    failed |= !ioctl(ends[0], TIOCSWINSZ, memory + 256);
    failed |= getitimer(ITIMER_REAL, (struct itimerval *)(memory + 512));
    failed |= !ioctl(-1, FIONREAD, memory + 600);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return failed;
}
