/* One field of structs is put while the owner reads the other, in a loop that loads vectors. */
/* case: levels=pages cflags="-O3" */
#include "case.h"

struct particle {
  double x, v;
};

enum { N = 64 };

/* The compiler has it load both. */
static double energy(const struct particle *p) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += p[i].x * p[i].x;
  return sum;
}

int main(void) {
  struct particle *p;
  double sum = 0, v[N] = {0};
  MPI_Datatype every;
  MPI_Win win;
  begin();
  MPI_Win_allocate(N * sizeof *p, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &win);
  for (int i = 0; i < N; i++)
    p[i].x = p[i].v = i;
  MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &every);
  MPI_Type_commit(&every);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, N, MPI_DOUBLE, 1, 1, 1, every, win);
  else
    sum = energy(p);
  MPI_Win_fence(0, win);
  if (rank == 1)
    printf("%g\n", sum);
  MPI_Type_free(&every);
  MPI_Win_free(&win);
  MPI_Finalize();
}
