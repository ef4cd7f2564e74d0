/* Flags that are put under an exclusive lock and got under a lock. They are elements of a
 * window of ints with displacement unit sizeof(int). Data is put and got under shared locks. */
#ifndef LOCKED_H
#define LOCKED_H

#include "hidden.h"

enum { FLAG, DATA = 8, WORDS = 12 };

static inline MPI_Win locked_window(int **memory) {
  MPI_Win win;
  MPI_Win_allocate(WORDS * sizeof **memory, sizeof **memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memset(*memory, 0, WORDS * sizeof **memory);
  MPI_Win_unlock(rank, win);
  hidden_begin();
  MPI_Barrier(MPI_COMM_WORLD);
  return win;
}

static inline void flag_put(int value, int target, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, FLAG, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
}

static inline int flag_get(int lock, int target, MPI_Win win) {
  int value;
  MPI_Win_lock(lock, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, FLAG, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  return value;
}

static inline int flag_load(const int *memory, MPI_Win win) {
  int value;
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  LOAD(value, memory[FLAG]);
  MPI_Win_unlock(rank, win);
  return value;
}

#endif
