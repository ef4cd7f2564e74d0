/* `loads`: rank 1 loads each element of a large window several times and then stores to one of
 * each page; later in the same epoch rank 0 puts to these. `again`: rank 1 stores to each element,
 * several times, while rank 0 puts to the last one of each page. `apart`: the same, but the puts go
 * to pages that rank 1 does not access. */
#include <stdint.h>
#include "../cases/hidden.h"

#define PAGES 100
#define ELEMENTS 1024 /* in a page */

static volatile int *memory;
static int first; /* the first element of a page */

static void loads(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 12 * ELEMENTS; k++)
      sum += memory[k];
  for (int page = 3; page < 11; page++)
    memory[first + page * ELEMENTS - 1] = sum;
}

static void stores(void) {
  for (int k = 0; k < 12 * ELEMENTS; k++)
    memory[k] = k;
}

int main(int argc, char **argv) {
  int v = 1, once = argc > 1 && !strcmp(argv[1], "loads");
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_allocate(PAGES * 4096 + 12, sizeof v, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  first = (int)((4096 - (uintptr_t)memory % 4096) / sizeof v);
  MPI_Bcast(&first, 1, MPI_INT, 1, MPI_COMM_WORLD);
  int away = !strcmp(argv[1], "apart") ? 50 : 0;
  for (int round = 0; round < (once ? 1 : 3); round++) {
    MPI_Win_fence(0, win);
    if (rank == 0 && once) /* because each access to a page with an earlier put would be seen */
      hidden_wait();
    if (rank == 0)
      for (int page = 3; page < 11; page++)
        MPI_Put(&v, 1, MPI_INT, 1, first + (page + away) * ELEMENTS - 1, 1, MPI_INT, win);
    if (rank == 1)
      once ? loads() : stores();
    if (rank == 1 && once)
      hidden_signal();
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
