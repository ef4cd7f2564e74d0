/* Many errors at one place, which are looked at, before one that is not. In MPICH the codes of one
 * class differ. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  int flag, failed = 0;
  void *value[1000];
  begin();
  for (int i = 0; i < 1000; i++)
    if (MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value[i], &flag) != MPI_SUCCESS)
      failed++;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value[0], &flag); /* expect: error-ignored */
  printf("%d\n", failed);
  MPI_Finalize();
}
