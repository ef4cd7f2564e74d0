/* standstill.h: processes, and their threads that wait, as they were told of.
 *
 * Events are kept as they came, with their arrays: those of a thread in a list, the
 * EVENT_STANDSTILL first. Before anything is asked scene_settle puts all in order and finds
 * what is missing. Of two that tell of the same process or thread the later one counts. */
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
  size_t shown;    /* 1 + index of the one to show; 0: none */
};

/* Ranks, ascending once they are sorted. */
struct rank_list {
  int32_t *at;
  size_t n, room;
};

/* A thread that waits. */
struct pending {
  struct progress_wait told; /* first: progress.h gives out pointers to it */
  struct party *party;
  struct note *notes, *last;
  const struct event_standstill *facts;
  char *args; /* text */
  const struct event_await
      *await; /* of what it waits for: the first of which a part is missing */
  uint64_t window;
  struct rank_list missing;
  int some; /* AWAIT_COLLECTIVE: it waits for one or more of `missing`, not for each */
  int sure; /* AWAIT_LOCK: `missing` hold locks that exclude the one waited for */
};

struct scene {
  struct party *party;
  size_t parties, party_room;
  struct pending *pending;
  size_t count, room;
  int settled, failed; /* failed: no memory. Nothing is said then */
};

/* What it owns. */
void pending_free(struct pending *w);

/* NULL: nothing was told of it. Once all is in order; cost: logarithmic. */
struct party *scene_party(const struct scene *s, int32_t rank);
/* The thread to show for it; NULL: there is none. */
struct pending *scene_shown(const struct scene *s, int32_t rank);

/* The event of that kind that the thread's process told next after `n`, NULL: first. */
const struct note *note_next(const struct pending *w, const struct note *n, int kind);
/* What its process has done on the window; NULL: nothing. */
const struct event_synchronised *standstill_window(const struct pending *w, uint64_t window);

#endif
