/* Memory of MPI_Alloc_mem is freed by free. */
/* case: levels=mpi,compiled,pages status=any exit=any */
#include "case.h"

int main(void) {
  int *memory, in = 0;
  begin();
  MPI_Alloc_mem(5 * sizeof *memory, /* site: alloc-mem-unpaired */ MPI_INFO_NULL, &memory);
  memory[0] = rank;
  MPI_Sendrecv(memory, 1, MPI_INT, !rank, 0, &in, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  free(memory); /* expect: alloc-mem-unpaired */
  MPI_Finalize();
}
