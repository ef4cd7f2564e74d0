/* Memory of a window that lives is unmapped, and its addresses are used again: an error that
 * does no harm here, and is to do none. */
/* case: levels=pages */
#define _GNU_SOURCE
#include "show.h"
#include <sys/mman.h>

enum { SIZE = 65536, RIGHTS = PROT_READ | PROT_WRITE, KIND = MAP_PRIVATE | MAP_ANONYMOUS };

int main(void) {
  MPI_Win win;
  begin();
  int *pages = mmap(NULL, SIZE, RIGHTS, KIND, -1, 0);
  MPI_Win_create(pages, SIZE, 4, // site: window-memory-freed
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  pages[0] = 7;
  munmap(pages, SIZE); /* expect: window-memory-freed */
  pages = mmap(pages, SIZE, RIGHTS, KIND | MAP_FIXED, -1, 0);
  int wrong = pages[0] != 0;
  pages[1] = 5;
  MPI_Win_free(&win);
  wrong += pages[1] != 5;
  munmap(pages, SIZE);
  if (wrong)
    abort();
  MPI_Finalize();
}
