/* Parts of a datatype that MPI_Type_get_contents gives out are freed apart from their own. */
#include "case.h"

int main(void) {
  int n;
  MPI_Datatype pair, four, part;
  begin();
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_contiguous(2, pair, &four);
  MPI_Type_free(&pair);
  MPI_Type_get_contents(four, 1, 0, 1, &n, NULL, &part);
  MPI_Type_size(part, &n);
  MPI_Type_dup(part, &pair);
  MPI_Type_free(&part);
  MPI_Type_size(pair, &n);
  MPI_Type_free(&pair);
  MPI_Type_free(&four);
  MPI_Finalize();
}
