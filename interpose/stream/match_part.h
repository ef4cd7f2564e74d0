/* match_part.h: what match.c and match_count.c share. */
#ifndef FENCEPOST_MATCH_PART_H
#define FENCEPOST_MATCH_PART_H

#include "idle_places.h"
#include "include/hash.h"
#include "match.h"

/* The receives with the same source and tag, where MATCH_ANY counts as one more value. If both
 * source and tag are named, also the messages with these. */
struct match_place {
  struct envelope {
    int source, tag;
  } envelope;
  struct receive *first, *last; /* receives without an ordinal, in the order of posting */
  int64_t next;                 /* ordinal of the next receive that takes a message */
  int64_t done;                 /* completed */
  int64_t flight;               /* receives with an ordinal that are not completed */
  /* Ordinals of cancelled receives, sorted, kept while any receive is in flight. */
  int64_t *hole;
  size_t holes, room;
  struct receive *doubt; /* receives on which MPI_Cancel was called */
  UT_hash_handle hh;
};

struct receive {
  /* Neighbours in its place's list, or in the list of those in doubt. */
  struct receive *after, *before;
  /* Place as posted; place of the message it took, NULL: not known. */
  struct match_place *place, *taken;
  uint64_t order;
  int64_t ordinal; /* its number among the receives of `taken`; or one of these: */
  /* MPI_Cancel was called on it; it is in the list of those in doubt. */
  int cancelled, in_doubt;
  void *owner; /* NULL: completed */
};

enum { WAITS = -1, GONE = -2 }; /* its ordinal is not known yet; it took nothing */

struct match {
  match_resolve *resolve;
  struct match_place *places, *last;
  /* When there are more than `most` places, idle ones are looked for. */
  unsigned place_count, most;
  struct idle_places idle;
  uint64_t tidied; /* how often */
  struct receive *unused;
  uint64_t posted;
  int64_t wild; /* receives with wildcards that have no ordinal */
  int loose, bound;
};

static inline int place_is_wild(const struct match_place *p) {
  return p->envelope.source == MATCH_ANY || p->envelope.tag == MATCH_ANY;
}

#endif
