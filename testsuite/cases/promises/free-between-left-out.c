/* The one group frees the communicator between two groups, the other one does not. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  MPI_Comm group, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &group);
  int leader = rank == 2 ? 0 : 2;
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, leader, 3, &both); /* expect: object-not-freed */
  if (rank < 2)
    MPI_Comm_free(&both); /* expect: collective-mismatch */
  MPI_Comm_free(&group);
  MPI_Finalize();
}
