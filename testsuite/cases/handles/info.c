/* A window is made with an info object that was freed. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  ALIGNED int memory[5];
  MPI_Info info, copy;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  copy = info;
  MPI_Info_free(&info);                                         /* site: handle-stale */
  MPI_Win_create(memory, sizeof memory, 4, copy, MPI_COMM_SELF, /* expect: handle-stale */
                 &win);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
