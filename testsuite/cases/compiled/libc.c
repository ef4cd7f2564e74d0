/* Functions of the C library store to a window that another process gets from. */
/* case: levels=pages,compiled */
#include "case.h"
#include <unistd.h>

static int compare(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}

int main(void) {
  static char line[100];
  int way[2];
  char *memory, *token = NULL;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 1000; i++)
    memory[i] = (char)(120 - i % 100);
  strcpy(memory + 500, "one,two");
  if (pipe(way) || write(way[1], "some", 5) != 5)
    return 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 10, MPI_CHAR, 1, 1, 10, MPI_CHAR, win); /* expect: rma-local-race */
  else
    snprintf(memory, 11, "%d", 1234); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 10, MPI_CHAR, 1, 102, 10, MPI_CHAR, win); /* expect: rma-local-race */
  else if (read(way[0], memory + 100, 5) != 5)              /* site: rma-local-race */
    return 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 30, MPI_CHAR, 1, 303, 30, MPI_CHAR, win); /* expect: rma-local-race */
  else
    qsort(memory + 300, 50, 1, compare); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 3, MPI_CHAR, 1, 501, 3, MPI_CHAR, win); /* expect: rma-local-race */
  else
    token = strtok(memory + 500, ","); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return token && rank == 0;
}
