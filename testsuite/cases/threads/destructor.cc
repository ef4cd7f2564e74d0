/* A thread gets and leaves the flush to the other one; the destructor of its own object, which
 * runs at its end, wakes the other one, which loads too early. */
/* case: levels=mpi,compiled cflags=-pthread */
#include "case.h"
#include <unistd.h>
#include <thread>
#include <semaphore.h>

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
static sem_t semaphore;

struct Poster {
  ~Poster() {
    sem_post(&semaphore);
  }
};
static thread_local Poster poster;

static void first() {
  (void)&poster;
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win); /* site: buffer-race */
}

int main() {
  int provided, seen, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    std::thread thread(first);
    while (sem_trywait(&semaphore))
      usleep(1000);
    LOAD(seen, buffer[1]); /* expect: buffer-race */
    MPI_Win_flush(1, win);
    thread.join();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
