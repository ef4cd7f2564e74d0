/* Uses the library in foreign_mpi.c. It is built as a program, or with -DPLUGIN as a plug-in
 * that foreign_host.c loads. With an argument it calls a function that the library does not
 * have. */
#include "foreign_mpi.h"
#include <stdio.h>

#ifdef PLUGIN
int start(int argc, char **argv);
#define main start
#endif

int main(int argc, char **argv) {
  int rank = -1;
  char text[7] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(42, &rank);
  int sent = MPI_Send("hello.", 7, 1, 2, 30, 400);
  int received = MPI_Recv(text, 7, 1, 2, 30, 400, 0);
  printf("%d %d %d %s %g %g\n", rank, sent, received, text, MPI_Wtime(), PMPI_Wtime());
  fflush(stdout);
  if (argc > 1)
    MPI_Barrier(0);
  return MPI_Finalize() + STATUS;
}
