/* A thread gets and promises a value for its end, which the other one waits for before it loads
 * what was got. */
/* case: levels=mpi,compiled cflags=-pthread */
#include "case.h"
#include <unistd.h>
#include <thread>
#include <future>

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
static std::promise<void> promise;

static void first() {
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  promise.set_value_at_thread_exit();
  MPI_Win_flush(1, win);
}

int main() {
  int provided, seen, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    std::thread thread(first);
    promise.get_future().wait();
    LOAD(seen, buffer[1]);
    thread.join();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
