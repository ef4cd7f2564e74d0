/* windows KIND N: windows whose epochs and copies are known, for testsuite/t/windows.t. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 64 };

static int rank, size, right, left, n;
static double *mem, x = 1;
static MPI_Win win;
static MPI_Group to, from;

static void make(const char *name) {
  MPI_Win_allocate(SLOTS * sizeof *mem, sizeof *mem, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
  MPI_Win_set_name(win, name);
}

static void put(int slot) {
  MPI_Put(&x, 1, MPI_DOUBLE, right, slot, 1, MPI_DOUBLE, win);
}

static void fences(void) {
  make("field");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win); /* line: first */
  for (int i = 0; i < n; i++) {
    mem[5] = i;            /* line: store */
    MPI_Win_fence(0, win); /* line: open */
    put(10);
    put(11);
    MPI_Win_fence(0, win); /* line: close */
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}

static void active(void) {
  make("neighbours");
  for (int i = 0; i < n; i++) {
    MPI_Win_post(from, 0, win); /* line: post */
    MPI_Win_start(to, 0, win);  /* line: start */
    put(3);
    MPI_Win_complete(win); /* line: complete */
    MPI_Win_wait(win);     /* line: wait */
  }
  MPI_Win_free(&win);
}

static void passive(void) {
  make("locked");
  for (int i = 0; i < n; i++) {
    MPI_Win_lock(i % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, right, 0, win); /* line: lock */
    MPI_Accumulate(&x, 1, MPI_DOUBLE, right, 7, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_unlock(right, win); /* line: unlock */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win); /* line: all */
  for (int i = 0; i < n; i++) {
    put(9);
    MPI_Win_flush(right, win);
  }
  double old, one = 1;
  MPI_Get(&old, 1, MPI_DOUBLE, right, 20, 1, MPI_DOUBLE, win);
  MPI_Win_flush(right, win);
  MPI_Fetch_and_op(&one, &old, MPI_DOUBLE, right, 21, MPI_SUM, win);
  MPI_Win_unlock_all(win); /* line: all-over */
  MPI_Win_free(&win);
}

static void many(void) {
  for (int i = 0; i < n; i++) {
    make("one of many");
    MPI_Win_fence(0, win);
    put(0);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
}

/* Ends in the middle of an epoch. */
static void aborted(void) {
  make("open");
  MPI_Win_lock_all(0, win);
  put(1);
  MPI_Win_flush(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

static void mistaken(void) {
  make("first");
  MPI_Win other = win;
  make("second");
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  put(0); /* line: one */
  mem[0] = 2;
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Win_free(&other);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } kinds[] = {{"fences", fences}, {"active", active},   {"passive", passive},
               {"many", many},     {"aborted", aborted}, {"mistaken", mistaken}};
  MPI_Group world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  n = argc > 2 ? atoi(argv[2]) : 1;
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &right, &to);
  MPI_Group_incl(world, 1, &left, &from);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (argc > 1 && !strcmp(argv[1], kinds[i].name))
      kinds[i].run();
  MPI_Group_free(&world);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Finalize();
  return 0;
}
