/* Many errors at one place, which are looked at, before one that is not. In MPICH the codes of one
 * class differ. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  int failed = 0;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  for (int i = 0; i < 1000; i++)
    if (MPI_Info_delete(info, "none") != MPI_SUCCESS)
      failed++;
  MPI_Info_delete(info, "none"); /* expect: error-ignored */
  printf("%d\n", failed);
  MPI_Info_free(&info);
  MPI_Finalize();
}
