/* Makes and frees objects of the kind that the first argument names. */
#include <string.h>
#include "bench.h"

/* `attach-all` attaches so many; or they are attached all the time while `attach-many` attaches
 * one more. */
#define REGIONS 1000

static double memory[64], other[REGIONS][8];
static MPI_Win win;

static void create(void) {
  MPI_Win w;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_free(&w);
}

static void allocate(void) {
  MPI_Win w;
  double *base;
  MPI_Win_allocate(sizeof memory, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &w);
  MPI_Win_free(&w);
}

static void attach(void) {
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Win_detach(win, memory);
}

/* In the orders in which a sorted array would have to move most. */
static void attach_all(void) {
  for (int i = REGIONS - 1; i >= 0; i--)
    MPI_Win_attach(win, other[i], sizeof *other / 2);
  for (int i = 0; i < REGIONS; i++)
    MPI_Win_detach(win, other[i]);
}

static void dup(void) {
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_free(&c);
}

static void type(void) {
  MPI_Datatype t;
  MPI_Type_vector(8, 2, 4, MPI_DOUBLE, &t);
  MPI_Type_commit(&t);
  MPI_Type_free(&t);
}

static void group(void) {
  MPI_Group all, one;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &rank, &one);
  MPI_Group_free(&one);
  MPI_Group_free(&all);
}

static const struct kind {
  const char *name;
  void (*step)(void);
  int iterations, regions; /* regions: how many stay attached; -1: there is no dynamic window */
} kinds[] = {
    {"create", create, 5, -1},        {"allocate", allocate, 5, -1},
    {"attach", attach, 100, 0},       {"attach-many", attach, 100, REGIONS},
    {"attach-all", attach_all, 1, 0}, {"dup", dup, 20, -1},
    {"type", type, 500, -1},          {"group", group, 500, -1},
};

int main(int argc, char **argv) {
  const struct kind *k = kinds;
  bench_begin(&argc, &argv);
  while (strcmp(k->name, argv[1]))
    k++;
  if (k->regions >= 0)
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < k->regions; i++)
    MPI_Win_attach(win, other[i], sizeof *other / 2);
  bench_run(k->step, k->iterations);
  if (k->regions >= 0)
    MPI_Win_free(&win);
  MPI_Finalize();
}
