/* A put from and a receive into memory named by its address, a fence between. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int one = 1, message = 2;
  MPI_Aint at[2];
  MPI_Datatype type[2];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Get_address(&v, &at[0]);
  MPI_Get_address(memory, &at[1]);
  for (int i = 0; i < 2; i++) {
    MPI_Type_create_hindexed(1, &one, &at[i], MPI_INT, &type[i]);
    MPI_Type_commit(&type[i]);
  }
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(MPI_BOTTOM, 1, type[0], 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Sendrecv(&message, 1, MPI_INT, 0, 0, MPI_BOTTOM, 1, type[1], 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  MPI_Type_free(&type[0]);
  MPI_Type_free(&type[1]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
