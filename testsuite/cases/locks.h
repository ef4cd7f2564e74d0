/* Locks made of accumulate operations inside an MPI_Win_lock_all epoch. Their words are the
 * first elements of a window of ints with displacement unit sizeof(int); those of the lock
 * itself are rank 0's. lock_memory gives the initial values. */
#ifndef LOCKS_H
#define LOCKS_H

#include "case.h"

enum { NEXT_TICKET, SERVING, TAKEN, TAIL, NEXT, BLOCKED, DATA = 8, WORDS = 12 };

static inline void lock_memory(int *memory) {
  memset(memory, 0, WORDS * sizeof *memory);
  memory[TAIL] = memory[NEXT] = -1;
}

static inline int atomic_read(int target, int place, MPI_Win win) {
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, target, place, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  return value;
}

static inline void atomic_write(int value, int target, int place, MPI_Win win) {
  MPI_Accumulate(&value, 1, MPI_INT, target, place, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
}

static inline int atomic_swap(int value, int target, int place, MPI_Win win) {
  int old;
  MPI_Fetch_and_op(&value, &old, MPI_INT, target, place, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
  return old;
}

static inline int compare_and_swap(int from, int to, int target, int place, MPI_Win win) {
  int old;
  MPI_Compare_and_swap(&to, &from, &old, MPI_INT, target, place, win);
  MPI_Win_flush(target, win);
  return old;
}

/* A ticket lock: draw a number and wait until it is served. */
static inline void ticket_acquire(MPI_Win win) {
  int one = 1, ticket;
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, NEXT_TICKET, MPI_SUM, win);
  MPI_Win_flush(0, win);
  while (atomic_read(0, SERVING, win) != ticket)
    ;
}

static inline void ticket_release(MPI_Win win) {
  int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 0, SERVING, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
}

/* A test-and-set lock. */
static inline void spin_acquire(MPI_Win win) {
  while (compare_and_swap(0, 1, 0, TAKEN, win) != 0)
    ;
}

static inline void spin_release(MPI_Win win) {
  atomic_write(0, 0, TAKEN, win);
}

/* The lock of Mellor-Crummey and Scott: a queue, in which each waits for a word of its own. */
static inline void queue_acquire(MPI_Win win) {
  int before;
  atomic_write(-1, rank, NEXT, win);
  atomic_write(1, rank, BLOCKED, win);
  before = atomic_swap(rank, 0, TAIL, win);
  if (before < 0)
    return;
  atomic_write(rank, before, NEXT, win);
  while (atomic_read(rank, BLOCKED, win))
    ;
}

static inline void queue_release(MPI_Win win) {
  int next = atomic_read(rank, NEXT, win);
  if (next < 0 && compare_and_swap(rank, -1, 0, TAIL, win) == rank)
    return;
  while (next < 0)
    next = atomic_read(rank, NEXT, win);
  atomic_write(0, next, BLOCKED, win);
}

#endif
