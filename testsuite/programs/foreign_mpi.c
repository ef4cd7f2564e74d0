/* A small MPI library that Fencepost does not know: one process can send messages to itself. It
 * is built as a shared library. */
#include "foreign_mpi.h"
#include <stdio.h>
#include <string.h>

static char message[256];

#define BOTH(ret, name, parameters)                                                            \
  ret MPI_##name parameters __attribute__((weak, alias("PMPI_" #name)));                       \
  ret PMPI_##name parameters
BOTH(int, Init, (int *argc, char ***argv)) {
  (void)argc;
  (void)argv;
  puts("foreign library: init");
  return 0;
}
BOTH(int, Comm_rank, (long comm, int *rank)) {
  *rank = (int)comm;
  return 0;
}
BOTH(int, Send, (const void *buffer, int n, char type, int to, int tag, long comm)) {
  (void)type;
  memcpy(message, buffer, (size_t)n);
  return to + tag + (int)comm;
}
BOTH(int, Recv, (void *buffer, int n, char type, int from, int tag, long comm, void *status)) {
  (void)status;
  memcpy(buffer, message, (size_t)n);
  return type + from + tag + (int)comm;
}
BOTH(double, Wtime, (void)) {
  return 2.5;
}
#ifdef MORE
int MPI_Barrier(long comm) {
  return (int)comm;
}
#endif
BOTH(int, Finalize, (void)) {
  puts("foreign library: finalize");
  return 0;
}
