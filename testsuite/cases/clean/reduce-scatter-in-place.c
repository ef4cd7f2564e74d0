/* In place the result is the first block of the buffer; MPI may have used the rest of it. */
/* case: ranks=4 */
#include "case.h"

#define BLOCK 131072

int main(void) {
  MPI_Request request;
  begin();
  int *numbers = malloc((size_t)size * BLOCK * sizeof *numbers), wrong = 0;
  for (int i = 0; i < size * BLOCK; i++)
    numbers[i] = rank + i / BLOCK;
  MPI_Ireduce_scatter_block(MPI_IN_PLACE, numbers, BLOCK, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                            &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < BLOCK; i++)
    wrong += numbers[i] != size * rank + (size - 1) * size / 2;
  free(numbers);
  MPI_Finalize();
  return wrong != 0;
}
