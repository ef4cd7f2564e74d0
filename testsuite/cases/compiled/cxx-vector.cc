/* A window over a std::vector: elements are loaded while one is put. */
/* case: levels=compiled */
#include "case.h"
#include <algorithm>
#include <numeric>
#include <vector>

int main() {
  MPI_Win win;
  begin();
  std::vector<int> field(100, 0);
  int value = 1, sum = 0;
  MPI_Win_create(field.data(), 100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 48, 1, MPI_INT, win); // expect: rma-local-race
  if (rank == 1)
    for (std::size_t i = 40; i < 50; i++)
      sum += field[i]; // site: rma-local-race
  MPI_Win_fence(0, win);
  if (sum > 5)
    puts("more");
  std::fill(field.begin(), field.end(), 2);
  std::vector<int> copy(field);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
