/* Two of two hundred receives at once have a buffer in common: the first and the last. */
#include "case.h"

enum { COUNT = 200 };

int main(void) {
  int v[COUNT] = {0}, w[COUNT];
  MPI_Request r[COUNT];
  begin();
  for (int i = 0; i < COUNT; i++)
    w[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Irecv(&v[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]); /* site: buffer-race */
    for (int i = 1; i < COUNT - 1; i++)
      MPI_Irecv(&v[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &r[i]);
    MPI_Irecv(&v[0], 1, MPI_INT, 1, COUNT - 1, MPI_COMM_WORLD, /* expect: buffer-race */
              &r[COUNT - 1]);
  } else {
    for (int i = 0; i < COUNT; i++)
      MPI_Isend(&w[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &r[i]);
  }
  MPI_Waitall(COUNT, r, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
