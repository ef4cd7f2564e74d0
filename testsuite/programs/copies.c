/* What happens to the two copies of a window's memory: each function is one conflict. The windows
 * are named after them. */
#include <mpi.h>

static int rank, value = 7;
static volatile int seen;
static MPI_Win win;
static int *own;

static void make(const char *name) {
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_set_name(win, name);
}

/* The target loads what was put, and knows that this is complete, but nothing fetches it. */
static void not_fetched(void) {
  make("not fetched");
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* line: put */
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    seen = own[0]; /* line: load */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

/* The origin gets what the target has stored before, but nothing publishes it. */
static void not_published(void) {
  make("not published");
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    own[1] = 5; /* line: store */
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* line: get */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

/* A store and a put to other bytes, in no order. */
static void side_by_side(void) {
  make("side by side");
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* line: side-put */
  if (rank == 1)
    own[2] = 5; /* line: side-store */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

/* The same bytes. */
static void in_no_order(void) {
  make("in no order");
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* line: race-put */
  if (rank == 1)
    own[0] = 5; /* line: race-store */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

/* What was put through one window is got through another one, later. */
static void two_windows(void) {
  static int shared[4];
  MPI_Win other;
  MPI_Win_create(shared, sizeof shared, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(shared, sizeof shared, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_set_name(win, "first window");
  MPI_Win_set_name(other, "second window");
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* line: two-put */
    MPI_Win_flush(1, win);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, other); /* line: two-get */
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  not_fetched();
  not_published();
  side_by_side();
  in_no_order();
  two_windows();
  MPI_Finalize();
  return 0;
}
