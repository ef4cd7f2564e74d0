/* feed.h: brings events to the checker, and sends what the checker has to say to other ranks.
 *
 * Units that have something to do when an event is fed are named once, in struct feed_parts:
 * they call world_feed themselves, so it cannot call them by name. Costs a lock and some calls
 * through pointers. */
#ifndef FENCEPOST_FEED_H
#define FENCEPOST_FEED_H

#include "interpose/base/world.h"

/* Fills in who and where, gives the event to the checker, and sends what other ranks must
 * know. */
void world_event(struct event *e, const struct frame *f, int kind);
void world_event_plain(struct event *e, const struct frame *f,
                       int kind); /* without the stack */
void world_feed(struct event *e);
/* Returns the number of an event of which the checker is told in another way. Called with the
 * lock. */
uint64_t world_next_event(void);
uint64_t world_last_event(void); /* that of the last one; may be asked without the lock */
/* Tells what the program has accessed so far, if there is a way to have the lock. */
int world_tell_accesses(void);
int world_tell_learned(int thread); /* what the thread has learned of others */
/* Tells the checker that a second thread is expected, under the same condition. */
void world_expect_threads(void);
/* The same where no MPI call may be made, for events that no other rank hears of. */
void world_feed_quietly(struct event *e);
/* The checker is to be told of a pending access that was kept back (unmet_accesses.h). */
void world_tell_unmet(uint64_t request);
/* Returns whether such an access of the calling thread, which begins now, may be kept back. */
int world_may_keep_back(int64_t size, int store);
/* One that was kept back is over: tells what the program has accessed meanwhile, which may meet
 * it. */
void world_before_drop(void);
/* The library will refuse this argument of the call. `win`: id of the window, 0 = none. */
void world_argument(const struct frame *f, uint64_t win, int what, int64_t value);
/* The same event, after the call. */
void world_feed_leave(struct event *e, int ok);
/* An event that another rank has sent. */
void world_feed_remote(struct event *e);

typedef void feed_function(struct event *e);
struct feed_parts {
  /* Tells what the program accessed before `next`; `seq`: number of the last event that was
   * fed. */
  void (*accesses)(feed_function *feed, const struct event *next, uint64_t seq);
  /* Tells pending accesses that were kept back: those that the event meets, or those of a
   * request. */
  void (*pending)(const struct event *e, feed_function *feed);
  void (*kept_back)(uint64_t request, feed_function *feed);
  /* Returns whether nobody will see what the program does with a buffer of `size` bytes that an
   * operation uses from now on. `store`: MPI writes it. */
  int (*ignores)(int64_t size, int store);
  int (*accessed)(void); /* the calling thread has accesses to tell */
  void (*fed)(void);     /* called while the lock is still held */
  /* Functions of the stream: for an event from another rank before it is fed, and those of
   * stream.h. */
  void (*arrives)(struct event *e);
  uint64_t (*ticket)(void);
  int (*pull)(int rank, uint64_t ticket);
  void (*flush)(int all);
  void (*drain)(void);
  /* Called before and after world_feed, if set. */
  const _Atomic int *snapshots;
  void (*before)(const struct event *e), (*after)(const struct event *e);
};
void feed_parts(const struct feed_parts *all);

#endif
