/* Each of three ranks is the root of a broadcast to the next one; all take them in one order.
 */
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
  for (int i = 0; i < 3; i++)
    if (pair[i] != MPI_COMM_NULL)
      MPI_Bcast(&a, 1, MPI_INT, 0, pair[i]);
  for (int i = 0; i < 3; i++)
    if (pair[i] != MPI_COMM_NULL)
      MPI_Comm_free(&pair[i]);
  MPI_Finalize();
}
