/* The kernel reads and writes window memory for the program: other bytes than a put writes and
 * a get reads, fewer than there was room for, the same for reading, or at another time. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  char *memory, bytes[64] = {0};
  long done = 0;
  int pair[2];
  MPI_Win win;
  begin();
  FILE *file = tmpfile();
  int fd = fileno(file);
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 1, 8192);
  done += pwrite(fd, memory, 100, 0) + !socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  MPI_Win_fence(0, win);
  struct iovec two[2] = {{memory, 8}, {memory + 100, 8}};
  if (rank == 0) {
    MPI_Put(bytes, 8, MPI_BYTE, 1, 64, 8, MPI_BYTE, win);
    MPI_Put(bytes, 8, MPI_BYTE, 1, 108, 8, MPI_BYTE, win);
  } else {
    done += pwrite(fd, memory, 64, 0);
    done += pwritev(fd, two, 2, 0);
    done += pwrite(-1, memory, 128, 0); /* nothing is read */
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(bytes, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
    MPI_Get(bytes + 8, 8, MPI_BYTE, 1, 4000 + 100, 8, MPI_BYTE, win);
  } else {
    done += pwrite(fd, memory, 100, 0);
    done += pread(fd, memory + 4000, 4096, 0); /* the file has 100 bytes */
    done += send(pair[0], memory, 4, 0);
    done += recv(pair[1], memory + 4096, 200, MSG_DONTWAIT);
  }
  MPI_Win_fence(0, win);
  if (rank == 1)
    done += pread(fd, memory, 100, 0);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(bytes, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    printf("%ld\n", done);
  MPI_Win_free(&win);
  fclose(file);
  MPI_Finalize();
}
