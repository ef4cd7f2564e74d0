/* Locks in opposite orders that can never make two ranks wait for each other. */
/* case: ranks=3 */
#include "case.h"

static MPI_Win win[4];

static void lock(int type, int which) {
  MPI_Win_lock(type, 2, 0, win[which]);
}

static void both(int type, int first, int second) {
  int value = rank;
  lock(type, first);
  lock(type, second);
  if (type == MPI_LOCK_EXCLUSIVE)
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win[second]);
  MPI_Win_unlock(2, win[second]);
  MPI_Win_unlock(2, win[first]);
}

/* One after the other, by a message. */
static void by_message(int token) {
  if (rank == 0) {
    both(MPI_LOCK_EXCLUSIVE, 0, 1);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    both(MPI_LOCK_EXCLUSIVE, 1, 0);
  }
}

static void by_barrier(void) {
  for (int turn = 0; turn < 10; turn++) {
    if (rank == turn % 2)
      both(MPI_LOCK_EXCLUSIVE, rank, 1 - rank);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* A lock that both take first lets only one of them take the others. */
static void by_gate(void) {
  if (rank < 2) {
    lock(MPI_LOCK_EXCLUSIVE, 2);
    both(MPI_LOCK_EXCLUSIVE, rank, 1 - rank);
    MPI_Win_unlock(2, win[2]);
  }
}

static void one_at_a_time(void) {
  for (int i = 0; rank < 2 && i < 2; i++) {
    lock(MPI_LOCK_EXCLUSIVE, (rank + i) % 2);
    MPI_Win_unlock(2, win[(rank + i) % 2]);
  }
}

/* Rank 1 asks again and again for a number that rank 0 puts after its two locks, and tells rank 0
 * then. */
static void by_flag(void) {
  int flag = 0, one = 1;
  if (rank == 0) {
    both(MPI_LOCK_EXCLUSIVE, 0, 1);
    lock(MPI_LOCK_EXCLUSIVE, 3);
    MPI_Put(&one, 1, MPI_INT, 2, 1, 1, MPI_INT, win[3]);
    MPI_Win_unlock(2, win[3]);
    MPI_Recv(&flag, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  while (rank == 1 && !flag) {
    lock(MPI_LOCK_EXCLUSIVE, 3);
    MPI_Get(&flag, 1, MPI_INT, 2, 1, 1, MPI_INT, win[3]);
    MPI_Win_unlock(2, win[3]);
  }
  if (rank == 1) {
    both(MPI_LOCK_EXCLUSIVE, 1, 0);
    MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

int main(void) {
  static ALIGNED int base[4][4];
  begin();
  for (int i = 0; i < 4; i++)
    MPI_Win_create(base[i], sizeof base[i], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  by_message(7);
  MPI_Barrier(MPI_COMM_WORLD);
  by_barrier();
  by_gate();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < 2)
    both(MPI_LOCK_SHARED, rank, 1 - rank);
  MPI_Barrier(MPI_COMM_WORLD);
  one_at_a_time();
  MPI_Barrier(MPI_COMM_WORLD);
  by_flag();
  for (int i = 0; i < 4; i++)
    MPI_Win_free(&win[i]);
  MPI_Finalize();
}
