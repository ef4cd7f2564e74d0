/* A nestable lock as compilers before OpenMP 3.0 laid it out: gcc's runtime has functions of their own for
 * it, and what lies behind the lock must not be touched. It hands on what one thread has got. */
/* case: levels=mpi,compiled cflags=-fopenmp */
#include "case.h"
#include <omp.h>
#include <unistd.h>

struct old_lock {
  int owner, count;
};
void old_init(struct old_lock *lock);
void old_set(struct old_lock *lock);
void old_unset(struct old_lock *lock);
__asm__(".symver old_init,omp_init_nest_lock@OMP_1.0");
__asm__(".symver old_set,omp_set_nest_lock@OMP_1.0");
__asm__(".symver old_unset,omp_unset_nest_lock@OMP_1.0");

static struct {
  struct old_lock lock;
  char behind[32];
} memory;
static ALIGNED int buffer[4];
static int done;

static void hand_on(MPI_Win win) {
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_flush(1, win);
  old_set(&memory.lock);
  old_set(&memory.lock);
  done = 1;
  old_unset(&memory.lock);
  old_unset(&memory.lock);
}

static void look(void) {
  int seen;
  for (int d = 0; !d; usleep(50)) {
    old_set(&memory.lock);
    d = done;
    old_unset(&memory.lock);
  }
  LOAD(seen, buffer[1]);
  (void)seen;
}

int main(void) {
  int provided, changed = 0, *window;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof buffer, sizeof *buffer, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  MPI_Win_lock_all(0, win);
  old_init(&memory.lock);
  memset(memory.behind, 7, sizeof memory.behind);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num())
      hand_on(win);
    else
      look();
  }
  for (size_t i = 0; i < sizeof memory.behind; i++)
    changed += memory.behind[i] != 7;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  printf("%d bytes behind the lock have changed\n", changed);
  MPI_Finalize();
}
