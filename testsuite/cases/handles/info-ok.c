/* Info objects are freed once a window is made with them, and asked for again. */
#include "case.h"

int main(void) {
  ALIGNED int memory[5];
  MPI_Info info, copy;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_create(memory, sizeof memory, 4, info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  for (int i = 0; i < 20; i++) {
    MPI_Win_get_info(win, &info);
    MPI_Info_dup(info, &copy);
    MPI_Info_free(&info);
    MPI_Win_set_info(win, copy);
    MPI_Info_free(&copy);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
