/* Each of three ranks is the root of a broadcast to the next one, and starts with its own. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int a = 1, color = 0;
  MPI_Comm pair[3];
  begin();
  for (int i = 0; i < 3; i++) {
    color = rank == (i + 2) % 3 ? MPI_UNDEFINED : 0;
    MPI_Comm_split(MPI_COMM_WORLD, color, (rank - i + 3) % 3, &pair[i]);
  }
  MPI_Bcast(&a, 1, MPI_INT, 0, pair[rank]);           /* expect: unsafe-collective */
  MPI_Bcast(&a, 1, MPI_INT, 0, pair[(rank + 2) % 3]); /* site: unsafe-collective */
  for (int i = 0; i < 3; i++)
    if (pair[i] != MPI_COMM_NULL)
      MPI_Comm_free(&pair[i]);
  MPI_Finalize();
}
