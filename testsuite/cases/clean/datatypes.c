/* Fills windows to the last byte with strided, resized, structured and indexed datatypes. */
#include "case.h"

int main(void) {
  ALIGNED double memory[16] = {0};
  double values[4] = {1, 2, 3, 4};
  int sizes[2] = {4, 4}, parts[2] = {4, 1}, first[2] = {0, 3}, blocks[2] = {1, 1};
  int places[2] = {-1, 3};
  MPI_Datatype column, narrow, corner, around;
  MPI_Win win;
  begin();
  MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, sizeof *memory, &narrow);
  MPI_Type_create_subarray(2, sizes, parts, first, MPI_ORDER_C, MPI_DOUBLE, &corner);
  MPI_Type_indexed(2, blocks, places, MPI_DOUBLE, &around);
  MPI_Type_commit(&narrow);
  MPI_Type_commit(&corner);
  MPI_Type_commit(&around);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 4, MPI_DOUBLE, 1, 0, 1, narrow, win);
    MPI_Put(values, 4, MPI_DOUBLE, 1, 0, 1, corner, win);
    MPI_Put(values, 2, MPI_DOUBLE, 1, 2, 1, around, win);
    MPI_Accumulate(values, 2, MPI_DOUBLE, 1, 10, 1, around, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 1)
    for (int i = 0; i < 16; i++)
      printf("%g%c", memory[i], i % 4 == 3 ? '\n' : ' ');
  MPI_Type_free(&column);
  MPI_Type_free(&narrow);
  MPI_Type_free(&corner);
  MPI_Type_free(&around);
  MPI_Win_free(&win);
  MPI_Finalize();
}
