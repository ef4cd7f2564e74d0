/* The owner is told when the put is complete at the origin only, and detaches the memory. */
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
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_detach(win, memory); /* site: detached-in-use */
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); /* expect: detached-in-use */
    MPI_Win_flush_local(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  if (rank == 1)
    printf("%d\n", memory[5]);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
