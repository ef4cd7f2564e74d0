/* The group of a communicator is given out twice: after one is freed the other lives on. */
#include "case.h"

int main(void) {
  int n;
  MPI_Group first, second, empty;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &first);
  MPI_Comm_group(MPI_COMM_WORLD, &second);
  MPI_Group_free(&first);
  MPI_Group_size(second, &n);
  MPI_Group_free(&second);
  MPI_Comm_group(MPI_COMM_WORLD, &first);
  MPI_Group_size(first, &n);
  MPI_Group_difference(first, first, &empty);
  MPI_Group_free(&first);
  MPI_Group_free(&empty);
  MPI_Group_size(MPI_GROUP_EMPTY, &n);
  MPI_Finalize();
}
