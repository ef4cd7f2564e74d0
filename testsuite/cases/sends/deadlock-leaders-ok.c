/* The leader of one group sends its message before MPI_Intercomm_create. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm local, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
