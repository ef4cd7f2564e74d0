/* Memory of MPI_Alloc_mem is freed twice. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  char *memory;
  begin();
  MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
  MPI_Free_mem(memory); /* site: alloc-mem-unpaired */
  MPI_Free_mem(memory); /* expect: alloc-mem-unpaired */
  MPI_Finalize();
}
