/* What was in memory of MPI_Alloc_mem is copied to more of it. */
#include "case.h"

int main(void) {
  char *memory, *more;
  begin();
  MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
  memset(memory, rank, 100);
  MPI_Alloc_mem(1000, MPI_INFO_NULL, &more);
  memcpy(more, memory, 100);
  MPI_Free_mem(memory);
  MPI_Free_mem(more);
  MPI_Finalize();
}
