/* Makes a million requests. Prints by how many KiB the process grew during the last nine tenths
 * of them. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

static long most(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_maxrss;
}

int main(int argc, char **argv) {
  int from = 1, to;
  long before = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 500000; i++) {
    MPI_Request r[2];
    MPI_Status s[2];
    MPI_Irecv(&to, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &r[0]);
    MPI_Isend(&from, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &r[1]);
    MPI_Waitall(2, r, s);
    if (i == 50000)
      before = most();
  }
  printf("%ld\n", most() - before);
  MPI_Finalize();
}
