/* MPI_Free_mem is given memory of malloc. */
/* case: levels=mpi,compiled,pages status=any exit=any */
#include "case.h"

int main(void) {
  char *memory = malloc(100);
  begin();
  MPI_Bcast(memory, 100, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Free_mem(memory); /* expect: alloc-mem-unpaired */
  MPI_Finalize();
}
