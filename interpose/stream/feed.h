/* feed.h: events on their way to the checker, and what it has to say to other ranks sent.
 *
 * Who has something to do when an event is fed is named once, by struct feed_parts: those call
 * world_feed themselves, so it cannot call them by name. Costs a lock and some calls through
 * pointers. */
#ifndef FENCEPOST_FEED_H
#define FENCEPOST_FEED_H

#include "interpose/base/world.h"

/* Fills in who and where, gives it to the checker, sends what other ranks must know. */
void world_event(struct event *e, const struct frame *f, int kind);
void world_event_plain(struct event *e, const struct frame *f,
                       int kind); /* without the stack */
void world_feed(struct event *e);
/* The same where no MPI may be called, for events of which no other rank hears. */
void world_feed_quietly(struct event *e);
/* The checker is to know of a pending access that was kept back (latent.h). */
void world_tell_latent(uint64_t request);
/* A call whose argument the library will refuse. `win`: id of the window, 0 = none. */
void world_argument(const struct frame *f, uint64_t win, int what, int64_t value);
/* The same event, after the call. */
void world_feed_leave(struct event *e, int ok);
/* An event another rank sent. */
void world_feed_remote(struct event *e);

typedef void feed_function(struct event *e);
struct feed_parts {
  /* What the program accessed before `next`; `seq`: of the last event that was fed. */
  void (*accesses)(feed_function *feed, const struct event *next, uint64_t seq);
  /* Pending accesses that were kept back: those that the event meets, those of a request. */
  void (*pending)(const struct event *e, feed_function *feed);
  void (*kept_back)(uint64_t request, feed_function *feed);
  void (*fed)(void); /* still with the lock */
  /* The stream: what came from another rank, before it is fed, and stream.h's. */
  void (*arrives)(struct event *e);
  uint64_t (*ticket)(void);
  int (*pull)(int rank, uint64_t ticket);
  void (*flush)(int all);
  void (*drain)(void);
  /* Around world_feed, if any are taken. */
  const _Atomic int *snapshots;
  void (*before)(const struct event *e), (*after)(const struct event *e);
};
void feed_parts(const struct feed_parts *all);

#endif
