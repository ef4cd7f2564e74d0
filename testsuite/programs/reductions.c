/* reductions ring|tree: the sum of all ranks, put from one to the next: around a ring, where the last
 * has it; or along a 2-tree, whose root is rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size, *cell, sum;
static MPI_Win win;

static MPI_Group only(int member) {
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &member, &one);
  MPI_Group_free(&world);
  return one;
}

static void give(int to) {
  MPI_Group group = only(to);
  MPI_Win_start(group, 0, win);
  MPI_Put(&sum, 1, MPI_INT, to, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Group_free(&group);
}

static void take(int from) {
  MPI_Group group = only(from);
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
  sum += *cell;
  MPI_Group_free(&group);
}

static void ring(void) {
  if (rank)
    take(rank - 1);
  if (rank + 1 < size)
    give(rank + 1);
}

/* In each round half of the ranks that are left give their sums to the others. */
static void tree(void) {
  for (int step = 1; step < size; step *= 2) {
    if (rank % (2 * step)) {
      give(rank - step);
      return;
    }
    if (rank + step < size)
      take(rank + step);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int is_ring = argc > 1 && !strcmp(argv[1], "ring");
  sum = rank + 1;
  /* larger than is needed: MPICH 4.0.2 loses what is put into windows of 4 bytes */
  MPI_Win_allocate(64, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
  if (is_ring)
    ring();
  else
    tree();
  if (rank == (is_ring ? size - 1 : 0))
    printf("%s\n", sum == size * (size + 1) / 2 ? "right" : "wrong");
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
