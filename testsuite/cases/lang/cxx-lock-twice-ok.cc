// Locks a target twice, through two C++ guard objects of which one is gone before the other
// comes.
#include "case.h"

struct Guard {
  int target, error;
  MPI_Win win;
  Guard(int t, MPI_Win w) : target(t), win(w) {
    error = MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  }
  ~Guard() {
    if (error == MPI_SUCCESS)
      MPI_Win_unlock(target, win);
  }
};

int main() {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  if (rank == 0) {
    { Guard first(1, win); }
    { Guard second(1, win); }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
