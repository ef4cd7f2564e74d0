/* Memory of MPI_Alloc_mem is given to realloc. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  char *memory;
  begin();
  MPI_Alloc_mem(100, /* site: alloc-mem-unpaired */ MPI_INFO_NULL, &memory);
  memory = realloc(memory, 1000); /* expect: alloc-mem-unpaired */
  free(memory);
  MPI_Finalize();
}
