/* Asks for the size of a group that was freed. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int n;
  MPI_Group group, copy;
  begin();
  group = only(1);
  copy = group;
  MPI_Group_free(&group);   /* site: handle-stale */
  MPI_Group_size(copy, &n); /* expect: handle-stale */
  MPI_Finalize();
}
