/* The groups of MPI_Win_post and MPI_Win_start have processes that are not in the window's group. */
/* case: ranks=4 status=any exit=any */
#include "case.h"

int main(void) {
  int memory[4], other;
  MPI_Group all, group;
  MPI_Comm half;
  MPI_Win win;
  begin();
  other = (rank + 2) % 4;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, half, &win);
  errors_return(win);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  if (rank % 2)
    MPI_Win_start(group, 0, win); /* expect: rank-invalid */
  else
    MPI_Win_post(group, 0, win); /* expect: rank-invalid */
  MPI_Abort(MPI_COMM_WORLD, 1);
}
