/* Appends elements of all processes to a linked list in a dynamic window and walks it. */
#include "case.h"

struct element {
  MPI_Aint next_disp;
  long next_rank, value;
};

int main(void) {
  struct element mine[4], copy;
  MPI_Aint disp[4], *all;
  MPI_Win win;
  int sum = 0;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 4; i++)
    MPI_Get_address(&mine[i], &disp[i]);
  all = malloc(4 * size * sizeof *all);
  MPI_Allgather(disp, 4, MPI_AINT, all, 4, MPI_AINT, MPI_COMM_WORLD);
  for (int i = 0; i < 4; i++) { /* element i of rank r is followed by element i of rank r + 1 */
    int next = rank + 1 < size ? i : i + 1, owner = (rank + 1) % size;
    mine[i].next_disp = next < 4 ? all[4 * owner + next] : 0;
    mine[i].next_rank = next < 4 ? owner : -1;
    mine[i].value = i * size + rank;
  }
  MPI_Win_attach(win, mine, sizeof mine);
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  copy.next_rank = 0;
  copy.next_disp = all[0];
  while (copy.next_rank >= 0) {
    int owner = (int)copy.next_rank;
    MPI_Get(&copy, sizeof copy, MPI_BYTE, owner, copy.next_disp, sizeof copy, MPI_BYTE, win);
    MPI_Win_flush(owner, win);
    sum += copy.value;
  }
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("sum %d\n", sum);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, mine);
  MPI_Win_free(&win);
  free(all);
  MPI_Finalize();
}
