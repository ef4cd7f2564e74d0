/* Memory of MPI_Alloc_mem is freed by MPI_Free_mem, and malloc then gives the same addresses.
 */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  void *memory, *none, *nothing;
  begin();
  for (int i = 0; i < 100; i++) {
    MPI_Alloc_mem(20, MPI_INFO_NULL, &memory);
    MPI_Free_mem(memory);
    memory = malloc(20);
    memory = realloc(memory, 30);
    free(memory);
  }
  MPI_Alloc_mem(0, MPI_INFO_NULL, &none);
  MPI_Alloc_mem(0, MPI_INFO_NULL, &nothing);
  MPI_Free_mem(none);
  MPI_Free_mem(nothing);
  MPI_Finalize();
}
