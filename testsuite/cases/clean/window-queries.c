/* Asks a window for its name, group, attributes and info in the midst of its epochs. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0};
  char name[MPI_MAX_OBJECT_NAME];
  int length, flag, *unit, *flavor;
  MPI_Aint *bytes;
  MPI_Group group;
  MPI_Info info;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_name(win, "grid");
  MPI_Win_lock_all(0, win);
  MPI_Win_get_name(win, name, &length);
  MPI_Win_get_group(win, &group);
  MPI_Group_free(&group);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
  MPI_Win_get_info(win, &info);
  MPI_Info_free(&info);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("%s %d %d %d\n", name, (int)*bytes, *unit, *flavor == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
