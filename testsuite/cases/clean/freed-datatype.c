/* Frees a datatype, a group and an info object while the epoch that uses them is open. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, values[2] = {1, 2};
  MPI_Datatype pairs;
  MPI_Group peer;
  MPI_Info info;
  MPI_Win win;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_create(memory, sizeof memory, sizeof *memory, info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  peer = only(1 - rank);
  MPI_Win_post(peer, 0, win);
  MPI_Win_start(peer, 0, win);
  MPI_Group_free(&peer);
  MPI_Put(values, 2, MPI_INT, 1 - rank, 0, 1, pairs, win);
  MPI_Type_free(&pairs);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
