/* track.h: a time line in memory.
 *
 * A moment is one step of a process: a call, an operation, a part in a message, loads or stores
 * of the program. It has one node, or two if it may wait for others: its begin and its end.
 * Nodes are numbered through all tracks, in each by the process's own order; what comes before
 * what is a graph of nodes (columns.c). */
#ifndef FENCEPOST_TRACK_H
#define FENCEPOST_TRACK_H

#include <stddef.h>
#include <uthash.h>
#include "timeline.h"

struct track_step {
  uint64_t seq, end_seq; /* of its events; end_seq 0: it has one event, or has never ended */
  uint64_t win, key, number; /* of a message; of an operation: displacement, enum rma_op */
  int64_t lo, hi, size;      /* bytes in the window; lo == hi: none */
  uint32_t stack, assertion, begin, end; /* columns */
  int32_t thread, other;                 /* world rank: target, receiver or sender; -1: none */
  int32_t *group, members; /* world ranks that MPI_Win_post or MPI_Win_start name */
  uint32_t node, end_node;
  uint16_t call;
  uint8_t kind, flag, open; /* enum event_kind; event.flag; not ended yet */
  uint16_t marked;          /* one more than the enum slug of a finding about it; 0: none */
};

/* An epoch, or a time in which one copy was newer. */
struct bar {
  uint64_t win, from, to, number;
  struct history_call opened, closed;
  int64_t lo, hi;
  char *others; /* of an epoch: its targets or origins, as a set of ranks; NULL: all */
  struct history_work work;
  uint32_t begin, end, row;
  uint8_t copy, kind,
      exclusive; /* copy: 1 private newer, 2 public newer; 0: enum history_kind */
};

struct track_memory {
  uint64_t win;
  int64_t base, size;
};

struct track {
  struct timeline *all;
  char *world;
  int rank, size, first; /* index of the first track of its world */
  struct track_step *moment;
  size_t moments, moment_room, most;
  struct bar *bar;
  size_t bars, bar_room;
  struct track_memory *memory;
  size_t memories;
  uint64_t left_out;
  uint32_t nodes, rows; /* rows that its epochs take */
  uint32_t *node;       /* numbers of its nodes' moments, twice plus one for an end */
  uint32_t first_node;
};

struct track_window {
  uint64_t id;
  struct event_member *member; /* by index */
  int32_t count;
  UT_hash_handle hh;
};

struct track_mark {
  int first, rank; /* first: of the track whose process has the finding */
  uint64_t seq;
  enum slug slug;
};

struct timeline {
  struct track *track;
  size_t tracks;
  struct track_window *windows;
  struct track_mark *mark;
  size_t marks, mark_room;
  uint32_t columns;
};

/* moments.c: the track of a world rank, or NULL. */
struct track *track_of(const struct track *t, int rank);
/* The member of the window with that index, or NULL. */
const struct event_member *track_member(const struct timeline *t, uint64_t win, int32_t index);
/* Sets moment.marked, and drops loads and stores outside windows that no finding is about. */
void moments_mark(struct timeline *t);

/* columns.c: gives moments and bars their columns, bars their rows. Returns -1 when memory runs
 * out. */
int columns_set(struct timeline *t);

/* ties.c: tells of pairs of nodes, of which one cannot be before the other. Returns the number
 * of nodes with those that belong to no moment, 0 when memory runs out. */
struct ties {
  struct tie_pair {
    uint32_t from, to;
  } * pair;
  size_t pairs, room;
  uint32_t nodes;
};
int ties_find(const struct timeline *t, struct ties *s);

#endif
