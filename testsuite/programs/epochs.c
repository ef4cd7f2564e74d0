/* Conflicts in epochs of each kind. The windows are named by what opens the epoch; the lines that
 * conflict say in which epoch of the window's rank they are. */
#include <mpi.h>

static int rank;
static MPI_Win win;
static int *own;

static void make(const char *name) {
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_set_name(win, name);
}

static MPI_Group only(int member) {
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &member, &one);
  MPI_Group_free(&world);
  return one;
}

/* The first epoch of rank 0 has another target than the second one. */
static void started(void) {
  MPI_Group zero = only(0), one = only(1), two = only(2);
  int value = rank;
  make("start");
  if (rank == 0) {
    MPI_Win_start(two, 0, win);
    MPI_Win_complete(win);
    MPI_Win_start(one, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* epoch: 0 access 2 */
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(zero, 0, win);
    own[0] = rank; /* epoch: 1 exposure 1 */
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&zero);
  MPI_Group_free(&one);
  MPI_Group_free(&two);
}

static void fenced(void) {
  int value = rank;
  make("fence");
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, rank, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* epoch: 0 fence 2 */
  if (rank == 1)
    own[0] = rank; /* epoch: 1 fence 2 */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void lock(int kind, int target, int value) {
  MPI_Win_lock(kind, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win); /* epoch: 0 lock 2, 2 lock 1 */
  MPI_Win_unlock(target, win);
}

static void locked(void) {
  make("lock");
  if (rank == 0)
    lock(MPI_LOCK_SHARED, 2, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 1)
    lock(MPI_LOCK_SHARED, 1, rank);
  MPI_Win_free(&win);
}

static void all_locked(void) {
  int value = rank;
  make("lock_all");
  for (int i = 0; i < 3; i++) {
    MPI_Win_lock_all(0, win);
    if (i == 2 && rank == 0)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* epoch: 0 lock_all 3 */
    if (i == 2 && rank == 1)
      own[0] = rank; /* epoch: 1 lock_all 3 */
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  started();
  fenced();
  locked();
  all_locked();
  MPI_Finalize();
  return 0;
}
