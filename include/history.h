/* history.h: what happened to one window at one rank, as the checker gives it out when the
 * window is freed or the program ends: the epochs, and when the two copies of the window
 * differed.
 *
 * Alike epochs, such as those of a loop, are one row with a count. Epochs are numbered from 1,
 * each kind by itself, in the order in which this rank opened them on this window. Everything
 * is borrowed, and valid only during the call. Sections 11.4 and 11.5 of MPI-3.1. */
#ifndef FENCEPOST_HISTORY_H
#define FENCEPOST_HISTORY_H

#include <stdint.h>

#include "event.h"

enum history_kind {
  HISTORY_FENCE,    /* between two fences */
  HISTORY_ACCESS,   /* MPI_Win_start to MPI_Win_complete */
  HISTORY_EXPOSURE, /* MPI_Win_post to MPI_Win_wait, or to an MPI_Win_test that returned true */
  HISTORY_LOCK,     /* MPI_Win_lock to MPI_Win_unlock */
  HISTORY_LOCK_ALL,
  HISTORY_KINDS
};

/* A call. Compared as bytes. */
struct history_call {
  uint32_t known; /* 0: there was none, or it is not known */
  int32_t rank;
  uint32_t stack; /* local to `rank` */
  uint32_t call, assertion;
};

#define HISTORY_OPS (RMA_CAS + 1)
struct history_work { /* operations that this rank has issued in the epochs, by enum rma_op */
  uint64_t operations[HISTORY_OPS];
  uint64_t bytes[HISTORY_OPS]; /* that they access at their targets */
};

struct history_epoch {
  struct history_alike { /* what makes epochs alike; set to zeros before it is filled */
    uint32_t kind;       /* enum history_kind */
    uint32_t exclusive;
    struct history_call opened, closed;
    uint64_t others_hash;
  } alike;
  const int32_t
      *others; /* world ranks of the targets, or of the origins of an exposure; -1: of
                  another world. None for fences and MPI_Win_lock_all: all are meant */
  int32_t others_count;
  uint64_t count;             /* how many epochs the row stands for, */
  uint64_t first, last, step; /* with these numbers; step 0: not at equal distances */
  struct history_work work;   /* of all of them together */
};

/* A time in which one copy of some bytes was newer than the other. */
struct history_copy {
  struct history_newer {
    uint32_t public_newer;     /* the public copy: an operation has updated it; else the private
                                  one,     by a store or a receive of this process */
    struct history_call since; /* the first such access */
    struct history_call until; /* the call of this rank that made the copies agree */
  } newer;
  uint64_t count; /* how often that was so */
  int64_t lo, hi; /* bounds of the bytes, offsets in the window (addresses in a dynamic one) */
};

/* A single epoch, or a single time in which one copy was newer, when it ends or, if nothing
 * ends it, when the window's history does. */
struct history_span {
  uint64_t win;
  const struct history_epoch *epoch; /* count is 1; or NULL */
  const struct history_copy *copy;   /* the same; or NULL */
  uint64_t from, to; /* event.seq of the event of rank copy->newer.since.rank, or of this rank,
                        that began it; of this rank's that ended it, 0: none did */
};

struct history {
  uint64_t win;
  uint8_t flavor, model;
  uint32_t info; /* INFO_* */
  struct history_call created, freed;
  int32_t me, count; /* index of this rank, size of the window's group */
  int64_t size;      /* of this rank's memory in it, in bytes, */
  int32_t disp_unit;
  const struct history_epoch *epoch;
  const struct history_copy *copy;
  int epochs, copies;
  /* Epochs and times for which there was no row left. */
  uint64_t epochs_left_out, copies_left_out;
};

#endif
