/* MPI_Type_get_contents makes handles of the derived types it gives. */
/* case: exit=0 */
#include "case.h"

int main(void) {
  int integers[1];
  MPI_Aint addresses[1];
  MPI_Datatype part, type, given;
  begin();
  MPI_Type_contiguous(2, MPI_INT, &part);
  MPI_Type_contiguous(3, part, &type);
  MPI_Type_free(&part);
  MPI_Type_get_contents(type, 1, 0, 1, integers, addresses, // expect: object-not-freed
                        &given);
  MPI_Type_free(&type);
  MPI_Finalize();
}
