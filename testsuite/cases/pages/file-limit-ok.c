/* The program lets no file grow any more, nor may it take that back: it goes on as ever, and
 * reads the limit back.. */
/* case: levels=mpi,pages status=any */
#include "case.h"
#include <sys/resource.h>

int main(void) {
  struct rlimit limit = {0, 0}, now;
  int value = rank, got = -1;
  begin();
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 100; i++)
    MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  getrlimit(RLIMIT_FSIZE, &now);
  if (!rank)
    printf("%d %d %d\n", got, (int)now.rlim_cur, (int)now.rlim_max);
  MPI_Finalize();
}
