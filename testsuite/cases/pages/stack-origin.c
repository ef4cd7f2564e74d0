/* Beside a window on the stack, in one page, lies the buffer of a put, which is changed too
 * early. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  struct {
    int array[100], value[20];
  } of __attribute__((aligned(512))) = {{0}, {1}};
  MPI_Win win;
  begin();
  MPI_Win_create(of.array, sizeof of.array, sizeof *of.array, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(of.value, 20, MPI_INT, 1, 50, 20, MPI_INT, win); /* site: buffer-race */
    STORE(of.value[7], 2);                                   /* expect: buffer-race */
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
