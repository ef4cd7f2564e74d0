/* follower.h: what thread_order.c and the hooks share: the threads that are followed. */
#ifndef FENCEPOST_FOLLOWER_H
#define FENCEPOST_FOLLOWER_H

#include <stdatomic.h>
#include "interpose/base/thread.h"
#include "interpose/runtimes/thread_hooks.h"
#include "earlier.h"

#define FOLLOWER_DEPTH 16

struct follower {
  struct follower *next; /* of those that have ended and were not told so */
  _Atomic int number;    /* of struct thread; -1: it has none yet */
  int foreign;           /* made by an MPI library */
  int told;              /* the checker has heard of it */
  atomic_int awaited;    /* it lives, and the checker may still hear of it */
  /* Who made it, and from where: return addresses, innermost first. */
  enum thread_maker maker;
  int depth;
  void *pc[FOLLOWER_DEPTH];
  _Atomic int openmp;     /* its number in its innermost OpenMP team; -1: none */
  atomic_flag busy;       /* guards the following */
  struct earlier pending; /* has happened before its next event, and was not told */
  struct earlier learned; /* was told so */
  int forgot;             /* more than fits was learned: what is left is not all */
  _Atomic uint64_t fed;   /* its last event */
  /* For fences of the program: what relaxed loads have read, and whether relaxed stores hand on
   * what was done before. */
  struct earlier read;
  int fenced;
};

/* The checker hears of it now. */
void follower_tell(struct follower *f);
/* Returns how many threads of the program live of which the checker has not heard. */
int followers_untold(void);
/* That of the calling thread; NULL: it has none. */
struct follower *follower_known(void);
/* The same, but makes one. NULL: there is no memory. */
struct follower *follower_own(void);
/* The calling thread has got a number. */
void follower_number(int number);
/* One for a thread that will be made, and what becomes of it. NULL: there is no memory. */
struct follower *follower_new(int foreign);
void follower_drop(struct follower *f);
void follower_begin(struct follower *f); /* the calling thread's from now on */
/* The calling thread ends. Returns whether the checker is to be told. */
int follower_end(void);
/* It has ended, was one of the program, and runs destructors. */
int follower_is_over(void);
/* By the thread's number; NULL: it is not followed. */
struct follower *follower_of(int thread);
int followers_highest(void); /* the highest number of one; -1: none has a number */
void follower_lock(struct follower *f);
void follower_unlock(struct follower *f);
/* Takes those that have ended since it was last called. */
struct follower *follower_ended(void);

#endif
