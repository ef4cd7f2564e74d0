/* lock_order.h: locks of MPI_Win_lock that processes take in different orders.
 *
 * MPI_Win_lock may wait until the lock is free (section 11.5.3). A process that waits there
 * while it holds another lock may be part of a circle: each of the circle waits for a lock that
 * the next one holds. In a run that has come to its end the circle did not close, but another
 * run may close it.
 *
 * Each rank tells rank 0 of the locks it got while it held others (EVENT_NESTED). At the end
 * rank 0 looks for circles of different ranks that may all have been in these calls at once:
 * none knew that the call of another one was over, and no two held locks that exclude each
 * other.
 *
 * A process may also learn of others by what it reads in windows: by polling a flag under a
 * lock. What is read while two locks are held, or under one under which the other is taken, is
 * data. All else that is read under a lock counts as such a flag, until all ranks of the world
 * meet. */
#ifndef FENCEPOST_LOCK_ORDER_H
#define FENCEPOST_LOCK_ORDER_H

#include <stdint.h>
#include "checker/core/queue.h"
#include "include/finding.h"

struct check;
struct event;
struct lock;
struct window;

#define LOCKS_HELD 8    /* how many locks of the process are followed at once */
#define LOCK_LINES 64   /* how many pairs of lines that take two locks */
#define LOCKS_TOLD 4096 /* of how many such locks, and of how many such flags, rank 0 knows */

struct held_lock {
  uint64_t win;
  int32_t index;
  uint8_t nocheck; /* its MPI_MODE_NOCHECK promises that it never conflicts */
  uint8_t nested;  /* another lock was held when it was taken, or was taken while it was held */
  uint8_t own;     /* on this process, which can read there by loads */
  uint64_t fetches;
  struct site site;
};

struct lock_order {
  struct held_lock held[LOCKS_HELD];
  int count;
  int more;         /* locks that are held, but not kept in `held` */
  uint64_t fetches; /* operations so far that read memory of windows */
  int learned;      /* it may have read a flag since all ranks have met, */
  int learnings;    /* and how often rank 0 was told so; LEARNINGS_MOST: it is so for ever */
  struct {
    uint32_t stack, first; /* of the later lock, and of the one that was held first */
    uint32_t times;
  } line[LOCK_LINES];
  int lines;
  /* Of rank 0: queue of struct nested_lock, in which each holds a clock, and of struct
   * event_entry: who may have read a flag, from when on. */
  struct queue nested, learners;
};

/* The process has got the lock, is about to lose it. */
void lock_order_locked(struct check *c, struct window *w, const struct lock *l);
void lock_order_unlocked(struct check *c, uint64_t win, int32_t index);
void lock_order_learned(struct check *c); /* it may read flags from now on, */
void lock_order_unsure(struct check *c);  /* and also after all ranks have met */
void lock_order_met(struct check *c);     /* all ranks of the world have met */
void lock_order_heard(struct check *c, const struct event *e);
void lock_order_judge(struct check *c); /* at rank 0, when all have told their locks */
void lock_order_free(struct check *c);

#endif
