/* Calls each of the ten operations on an element behind the target's window. */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int one = 1, zero = 0, old[6], at = 10;
  int error[4];
  MPI_Request req[4];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, 10 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, at, 1, MPI_INT, win); /* expect: target-out-of-window */
    MPI_Get(&old[0], 1, MPI_INT, 1, at + 1, 1,         // expect: target-out-of-window
            MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, at + 2, 1, // expect: target-out-of-window
                   MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[1], 1, // expect: target-out-of-window
                       MPI_INT, 1, at + 3, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &old[2], MPI_INT, 1, at + 4, // expect: target-out-of-window
                     MPI_SUM, win);
    MPI_Compare_and_swap(&one, &zero, &old[3], // expect: target-out-of-window
                         MPI_INT, 1, at + 5, win);
    error[0] = MPI_Rput(&one, 1, MPI_INT, 1, at + 6, 1, // expect: target-out-of-window
                        MPI_INT, win, &req[0]);
    error[1] = MPI_Rget(&old[4], 1, MPI_INT, 1, at + 7, 1, // expect: target-out-of-window
                        MPI_INT, win, &req[1]);
    error[2] = MPI_Raccumulate(&one, 1, MPI_INT, 1, at + 8, 1, // expect: target-out-of-window
                               MPI_INT, MPI_SUM, win, &req[2]);
    error[3] = MPI_Rget_accumulate(&one, 1, MPI_INT, &old[5], 1, // expect: target-out-of-window
                                   MPI_INT, 1, at + 9, 1, MPI_INT, MPI_SUM, win, &req[3]);
    for (int i = 0; i < 4; i++)
      if (error[i] == MPI_SUCCESS)
        MPI_Wait(&req[i], MPI_STATUS_IGNORE);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
