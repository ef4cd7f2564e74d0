/* standstill.h: what was told of processes and of their threads that wait.
 *
 * Events are kept in the order in which they came, with their arrays. Those of one thread are a
 * list, with the EVENT_STANDSTILL first. scene_settle puts everything in order and finds what
 * is missing; nothing may be asked before. If two events describe the same process or thread,
 * the later one counts. */
#ifndef FENCEPOST_STANDSTILL_H
#define FENCEPOST_STANDSTILL_H

#include "progress_state.h"

struct note {
  struct note *next;
  struct event event;
  uint64_t arrays[]; /* of the event */
};

/* A process. */
struct party {
  int32_t rank;
  struct event_process facts;
  size_t from, to; /* its threads in `pending` */
  size_t shown;    /* 1 + index of the thread to show; 0: there is none */
};

/* Ranks; in ascending order after rank_list_sort. */
struct rank_list {
  int32_t *at;
  size_t n, room;
};

/* A thread that waits. */
struct pending {
  struct progress_wait told; /* first member: pointers that progress.h gives out point here */
  struct party *party;
  struct note *notes, *last;
  const struct event_standstill *facts;
  char *args; /* text */
  /* What the thread waits for: the first thing of which a part is missing. */
  const struct event_await *await;
  /* deadlock.c: the message of which nobody has sent what the thread waits to receive; or NULL.
   */
  const struct event_message *unsent;
  uint64_t window;
  struct rank_list missing;
  int some; /* AWAIT_COLLECTIVE: it waits for some of `missing`, perhaps not for each */
  int sure; /* AWAIT_LOCK: the ranks in `missing` certainly hold locks that exclude the awaited
               one */
};

struct scene {
  struct party *party;
  size_t parties, party_room;
  struct pending *pending;
  size_t count, room;
  int settled, failed; /* failed: there was no memory, so nothing is said */
};

/* What it owns. */
void pending_free(struct pending *w);

/* Returns NULL if nothing was told of the rank. Valid after scene_settle. Cost: logarithmic. */
struct party *scene_party(const struct scene *s, int32_t rank);
/* Returns the thread to show for the party; NULL: there is none. */
struct pending *scene_shown(const struct scene *s, int32_t rank);

/* Returns the next event of that kind after `n` (NULL: the first) that was told of the
 * thread. */
const struct note *note_next(const struct pending *w, const struct note *n, int kind);
/* Returns what its process has done on the window; NULL: nothing. */
const struct event_synchronised *standstill_window(const struct pending *w, uint64_t window);

#endif
