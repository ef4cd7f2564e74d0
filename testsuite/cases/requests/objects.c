/* One object of each kind is left when the program ends. */
#include "case.h"

int main(void) {
  int ranks[] = {0};
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Group world, group;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);    /* expect: object-not-freed */
  MPI_Type_contiguous(3, MPI_INT, &type); /* expect: object-not-freed */
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, ranks, &group); /* expect: object-not-freed */
  MPI_Group_free(&world);
  MPI_Finalize();
}
