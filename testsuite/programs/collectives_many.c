/* Makes thousands of communicators, with operations on them. Prints by how many KiB the process
 * grew after the first ones. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

enum { WARM = 500, TIMES = 3000 };

static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static void once(int i, int rank) {
  MPI_Comm twin, part, some;
  MPI_Group group;
  MPI_Request request;
  int value = 0, sum = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_split(twin, i % 2, -rank, &part);
  MPI_Comm_group(twin, &group);
  MPI_Comm_create_group(twin, group, i % 100, &some);
  MPI_Group_free(&group);
  MPI_Bcast(&value, 1, MPI_INT, i % 2, part);
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, some, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&part);
  MPI_Comm_free(&some);
}

int main(int argc, char **argv) {
  int rank;
  long before = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < WARM + TIMES; i++) {
    if (i == WARM)
      before = peak();
    once(i, rank);
  }
  if (!rank)
    printf("%ld\n", peak() - before);
  MPI_Finalize();
  return 0;
}
