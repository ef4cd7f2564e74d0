/* Uses a window of a communicator whose ranks run the other way than the world's. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int *memory, me, last, value = 7, bytes;
  MPI_Comm reversed;
  MPI_Group group, target, origin;
  MPI_Win win;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
  MPI_Comm_rank(reversed, &me);
  last = size - 1;
  bytes = me == last ? 2 * sizeof *memory : 0;
  MPI_Win_allocate(bytes, sizeof *memory, MPI_INFO_NULL, reversed, &memory, &win);
  MPI_Win_get_group(win, &group);
  MPI_Group_incl(group, 1, &last, &target);
  MPI_Group_excl(group, 1, &last, &origin);
  if (me == last) {
    MPI_Win_post(origin, 0, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(target, 0, win);
    MPI_Put(&value, 1, MPI_INT, last, me, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  if (me == last)
    printf("%d %d at %d\n", memory[0], memory[1], rank);
  MPI_Group_free(&group);
  MPI_Group_free(&target);
  MPI_Group_free(&origin);
  MPI_Win_free(&win);
  MPI_Comm_free(&reversed);
  MPI_Finalize();
}
