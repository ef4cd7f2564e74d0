/* Both groups free the communicator between them. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  MPI_Comm group, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 3, &both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&group);
  MPI_Finalize();
}
