/* Two processes exclude each other by a flag of each and a turn, all of them read and written
 * by accumulate operations (Peterson's algorithm). */
#include "case.h"

enum { FLAG, TURN, COUNT }; /* the flag is at each process, the others at process 0 */

static int read_from(int target, int place, MPI_Win win) {
  int value;
  MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, target, place, 1, MPI_INT, MPI_NO_OP,
                     win);
  MPI_Win_flush(target, win);
  return value;
}

static void write_to(int target, int place, int value, MPI_Win win) {
  MPI_Accumulate(&value, 1, MPI_INT, target, place, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
}

int main(void) {
  ALIGNED int memory[4] = {0}, v;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    write_to(rank, FLAG, 1, win);
    write_to(0, TURN, 1 - rank, win);
    while (read_from(1 - rank, FLAG, win) == 1 && read_from(0, TURN, win) == 1 - rank)
      ;
    MPI_Get(&v, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    v++;
    MPI_Put(&v, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    write_to(rank, FLAG, 0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&v, 1, MPI_INT, 0, COUNT, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("%d\n", v);
  MPI_Win_free(&win);
  MPI_Finalize();
}
