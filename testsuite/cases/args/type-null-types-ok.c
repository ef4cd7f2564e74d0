/* In place, what is sent is told by the datatypes of what is received: the others are ignored.
 */
#include "case.h"

int main(void) {
  int got[8] = {0}, counts[] = {1, 1}, to[] = {0, 16};
  MPI_Datatype none[] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL}, types[] = {MPI_INT, MPI_INT};
  begin();
  MPI_Alltoallw(MPI_IN_PLACE, counts, to, none, got, counts, to, types, MPI_COMM_WORLD);
  MPI_Finalize();
}
