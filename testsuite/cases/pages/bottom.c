/* Datatypes with absolute addresses: inside one window, inside two, and outside too. */
/* case: levels=mpi,pages */
#include "show.h"

static int outside[2];

static int exchange(void *a, void *b) {
  MPI_Aint at[2];
  MPI_Datatype type;
  MPI_Get_address(a, &at[0]);
  MPI_Get_address(b, &at[1]);
  MPI_Type_create_hindexed_block(2, 1, at, MPI_INT, &type);
  MPI_Type_commit(&type);
  int wrong = MPI_Sendrecv_replace(MPI_BOTTOM, 1, type, 1 - rank, 1, 1 - rank, 1,
                                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  return wrong;
}

int main(void) {
  MPI_Win win[2];
  int *memory[2], wrong = 0;
  begin();
  MPI_Win_allocate(8192, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory[0], &win[0]);
  memory[1] = malloc(8192);
  MPI_Win_create(memory[1], 8192, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win[1]);
  for (int i = 0; i < 2048; i++)
    memory[0][i] = memory[1][i] = 10000 * rank + i;
  outside[0] = 10000 * rank + 7;
  MPI_Barrier(MPI_COMM_WORLD);
  wrong += exchange(&memory[0][3], &memory[0][2000]);
  wrong += exchange(&memory[1][3], &memory[1][2000]);
  wrong += exchange(&memory[0][5], &memory[1][5]);
  wrong += exchange(&memory[1][9], &outside[0]);
  int mine = 10000 * (1 - rank);
  wrong += memory[0][3] != mine + 3 || memory[0][2000] != mine + 2000;
  wrong += memory[1][3] != mine + 3 || memory[1][2000] != mine + 2000;
  wrong += memory[0][5] != mine + 5 || memory[1][5] != mine + 5 || memory[1][9] != mine + 9;
  wrong += outside[0] != mine + 7 || memory[0][4] != 10000 * rank + 4;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win[0]);
  MPI_Win_free(&win[1]);
  free(memory[1]);
  show(wrong, 0);
  MPI_Finalize();
}
