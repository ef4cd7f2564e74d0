/* The origin reads the address in another window, where the owner put it when the memory was
 * attached: it cannot come too early. */
#include "case.h"
#include "hidden.h"

static int memory[21];

int main(void) {
  int value = 7;
  MPI_Aint address, *place;
  MPI_Win win, pointers;
  begin();
  hidden_begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_allocate(sizeof *place, sizeof *place, MPI_INFO_NULL, MPI_COMM_WORLD, &place,
                   &pointers);
  if (rank == 1) {
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory + 5, &address);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, pointers);
    MPI_Put(&address, 1, MPI_AINT, 0, 0, 1, MPI_AINT, pointers);
    MPI_Win_unlock(0, pointers);
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, pointers);
    MPI_Get(&address, 1, MPI_AINT, 0, 0, 1, MPI_AINT, pointers);
    MPI_Win_unlock(0, pointers);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  if (rank == 1)
    printf("%d\n", memory[5]);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&pointers);
  MPI_Win_free(&win);
  MPI_Finalize();
}
