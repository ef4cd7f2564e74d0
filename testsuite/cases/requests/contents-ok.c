/* What MPI_Type_get_contents gives is freed, but for what is predefined. */
#include "case.h"

int main(void) {
  int integers[1];
  MPI_Aint addresses[1];
  MPI_Datatype part, type, given;
  begin();
  MPI_Type_contiguous(2, MPI_INT, &part);
  MPI_Type_contiguous(3, part, &type);
  MPI_Type_get_contents(type, 1, 0, 1, integers, addresses, &given);
  MPI_Type_free(&given);
  MPI_Type_get_contents(part, 1, 0, 1, integers, addresses, &given);
  MPI_Type_free(&part);
  MPI_Type_free(&type);
  MPI_Finalize();
}
