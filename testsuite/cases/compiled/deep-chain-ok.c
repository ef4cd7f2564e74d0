/* A store through a chain of pointers, thirty calls deep, in the epoch after the put. */
/* case: levels=compiled */
#include "case.h"

static double *field;

struct cell {
  double *value;
  struct cell *next;
};

__attribute__((noinline)) static void set(struct cell *c, double v) {
  *c->value = v;
}

__attribute__((noinline)) static void walk(struct cell *c, int depth) {
  if (depth)
    walk(c->next, depth - 1);
  else
    set(c, 1.5);
  __asm__ volatile("" ::: "memory");
}

int main(void) {
  MPI_Win win;
  double v = 2;
  struct cell cells[30];
  begin();
  MPI_Win_allocate(64 * sizeof *field, sizeof *field, MPI_INFO_NULL, MPI_COMM_WORLD, &field, &win);
  for (int i = 0; i < 30; i++)
    cells[i] = (struct cell){&field[i], &cells[(i + 1) % 30]};
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_DOUBLE, 1, 25, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    walk(cells, 25);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
