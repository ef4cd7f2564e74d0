/* A thread constructs a static variable of a function when its get is complete; the other one,
 * which uses the variable later, loads what was got. */
/* case: levels=mpi,compiled cflags=-pthread */
#include "case.h"
#include <unistd.h>
#include <thread>

#ifndef CASE_PLAIN /* C++ has no compound literals */
#undef LOAD
#define LOAD(into, place)                                                                      \
  {                                                                                            \
    int at = 0;                                                                                \
    MPI_Pack(&place, 1, MPI_INT, &into, 4, &at, MPI_COMM_SELF);                                \
  }
#endif

ALIGNED static int buffer[4];
static MPI_Win win;

struct Table {
  int entry[4];
  Table() {
    entry[0] = rank;
  }
};

static int of_table() {
  static Table table; /* whoever passes here comes after the constructor */
  return table.entry[0];
}

static void first() {
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_flush(1, win);
  of_table();
}

int main() {
  int provided, seen, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    std::thread thread(first);
    usleep(200000);
    of_table();
    LOAD(seen, buffer[1]);
    thread.join();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
