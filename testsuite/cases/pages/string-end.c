/* A put into a string, its last byte or beyond the first vector, while strlen, printf and
 * strcpy go through it; and into the first byte that strcmp compares. */
/* case: levels=pages cflags=-fno-builtin */
#include "case.h"

int main(void) {
  char *memory, byte = 'x', copy[128] = "";
  size_t length = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 'm', 100);
  memory[100] = 0;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&byte, 1, MPI_BYTE, 1, 99, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    length = strlen(memory); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&byte, 1, MPI_BYTE, 1, 40, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    fprintf(stderr, "%s", memory); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&byte, 1, MPI_BYTE, 1, 0, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    strcpy(copy, memory); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&byte, 1, MPI_BYTE, 1, 0, 1, MPI_BYTE, win); /* expect: rma-local-race */
  else
    length += (size_t)strcmp(memory, "mmm"); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 1)
    fprintf(stderr, "%zu %s", length, copy);
  MPI_Win_free(&win);
  MPI_Finalize();
}
