/* A datatype is freed twice, by a copy of its handle. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_Datatype pair, copy;
  begin();
  MPI_Type_contiguous(2, MPI_INT, &pair);
  copy = pair;
  MPI_Type_free(&pair); /* site: handle-stale */
  MPI_Type_free(&copy); /* expect: handle-stale */
  MPI_Finalize();
}
