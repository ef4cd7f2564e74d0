/* Memory of MPI_Alloc_mem is freed once for each time that it was allocated. */
#include "case.h"

int main(void) {
  char *memory;
  begin();
  for (int i = 0; i < 10; i++) {
    MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
    MPI_Free_mem(memory);
  }
  MPI_Finalize();
}
