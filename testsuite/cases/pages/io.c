/* System calls and the C library read and write the window. */
/* case: levels=mpi,pages */
#include "case.h"
#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char *memory;

static void files(void) {
  FILE *f = tmpfile();
  int fd = fileno(f), good = 0;
  strcpy(memory, "written from the window\n");
  good += write(fd, memory, 24) == 24;
  good += pread(fd, memory + 100, 24, 0) == 24;
  struct iovec *v = (struct iovec *)(memory + 1024);
  v[0] = (struct iovec){memory + 200, 8};
  v[1] = (struct iovec){memory + 300, 100};
  good += preadv(fd, v, 2, 0) == 24;
  good += fstat(fd, (struct stat *)(memory + 2048)) == 0;
  good += ((struct stat *)(memory + 2048))->st_size == 24;
  rewind(f);
  good += fread(memory + 4000, 1, 24, f) == 24;
  good += fwrite(memory + 4000, 1, 24, f) == 24;
  setvbuf(f, memory + 8192, _IOFBF, 4096);
  good += fprintf(f, "%s", memory) == 24 && !fflush(f);
  good += write(-1, memory, 8) == -1 && errno == EBADF;
  fclose(f);
  if (!rank)
    printf("%d %.8s|%.16s|%s", good, memory + 200, memory + 300, memory + 100);
}

static void sockets(void) {
  int *pair = (int *)(memory + 500), good = 0;
  good += !socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  good += send(pair[0], memory, 24, 0) == 24;
  good += recv(pair[1], memory + 600, 24, 0) == 24;
  struct iovec v = {memory + 600, 8};
  struct msghdr *m = (struct msghdr *)(memory + 700);
  memset(m, 0, sizeof *m);
  m->msg_iov = &v;
  m->msg_iovlen = 1;
  good += sendmsg(pair[0], m, 0) == 8;
  v.iov_base = memory + 800;
  good += recvmsg(pair[1], m, 0) == 8;
  if (!rank)
    printf("%d %.8s\n", good, memory + 800);
  close(pair[0]);
  close(pair[1]);
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(16384, 1, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
  files();
  sockets();
  MPI_Win_free(&win);
  MPI_Finalize();
}
