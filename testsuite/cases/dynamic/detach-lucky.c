/* The memory is detached after the put is complete, by luck. */
/* case: exit=0 */
#include "case.h"
#include "hidden.h"

static int memory[21];

int main(void) {
  int value = 7;
  MPI_Aint address;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    MPI_Get_address(memory + 5, &address);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Send(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
    hidden_wait();
    MPI_Win_detach(win, memory); /* site: attach-unordered */
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); /* expect: attach-unordered */
    MPI_Win_unlock(1, win);
    hidden_signal();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  if (rank == 1)
    printf("%d\n", memory[5]);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
