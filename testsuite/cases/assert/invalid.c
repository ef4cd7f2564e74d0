/* Gives each synchronisation call an assertion that it does not know. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  int error;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  error = MPI_Win_start(MPI_GROUP_EMPTY, MPI_MODE_NOSTORE, win); /* expect: assert-invalid */
  if (error == MPI_SUCCESS)
    MPI_Win_complete(win);
  error = MPI_Win_post(MPI_GROUP_EMPTY, MPI_MODE_NOPRECEDE, win); /* expect: assert-invalid */
  if (error == MPI_SUCCESS)
    MPI_Win_wait(win);
  error = MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOPUT, win); /* expect: assert-invalid */
  if (error == MPI_SUCCESS)
    MPI_Win_unlock(1, win);
  error = MPI_Win_lock_all(MPI_MODE_NOSTORE, win); /* expect: assert-invalid */
  if (error == MPI_SUCCESS)
    MPI_Win_unlock_all(win);
  MPI_Win_fence(MPI_MODE_NOCHECK, win); /* expect: assert-invalid */
  MPI_Win_free(&win);
  MPI_Finalize();
}
