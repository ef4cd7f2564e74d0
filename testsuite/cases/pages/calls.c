/* The kernel reads and writes window memory for the program: what a put writes is written to a
 * file, in one piece and in several, and what a get reads is read from one, by fread, too. */
/* case: levels=compiled,pages */
#include "case.h"
#include <sys/uio.h>
#include <unistd.h>

#define SIZE 65536

int main(void) {
  static char zeros[SIZE];
  char *memory, bytes[64] = {0};
  long done = 0;
  MPI_Win win;
  begin();
  FILE *file = tmpfile();
  int fd = fileno(file);
  MPI_Win_allocate(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  fwrite(zeros, 1, SIZE, file);
  rewind(file);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(bytes, 8, MPI_BYTE, 1, 56, 8, MPI_BYTE, win); /* expect: rma-local-race */
  else
    done += pwrite(fd, memory, 64, 0); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  struct iovec two[2] = {{memory, 8}, {memory + 100, 8}};
  if (rank == 0)
    MPI_Put(bytes, 1, MPI_BYTE, 1, 107, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    done += pwritev(fd, two, 2, 0); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(bytes, 1, MPI_BYTE, 1, 3, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    done += pread(fd, memory, 4, 0); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(bytes, 64, MPI_BYTE, 1, 40000, 64, MPI_BYTE, win); /* expect: rma-local-race */
  else
    done += (long)fread(memory, 1, SIZE, file); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 1 && done != 64 + 16 + 4 + SIZE)
    puts("short");
  MPI_Win_free(&win);
  fclose(file);
  MPI_Finalize();
}
