/* program.h: a random program of the oracle: what 2 to 6 ranks call, and on what memory.
 *
 * All calls are in one list. A rank makes those with its number, in the order of the list. The
 * list itself is one legal interleaving of the ranks. The calls that make up a collective call
 * follow each other, one for each member. Every rank has MEMORY bytes at ADDRESS; windows are
 * parts of them and may overlap. Sets of bytes are bits of a uint64_t.
 *
 * Calls with the same line are made by one line of the program, as in a loop: it is the same
 * MPI call, and all else may differ.
 *
 * Calls that were made together (a lock and its unlock, the two ends of a message) have the
 * same tag, because shrink.c has to drop them together. */
#ifndef ORACLE_PROGRAM_H
#define ORACLE_PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include "include/event.h"

#define RANKS 6
#define WINDOWS 3
#define ACTS 224
#define MEMORY 64
#define ADDRESS 0x10000
#define RUNS 2
#define THREADS 4

/* `count` blocks of `length` bytes, `stride` apart. */
struct run {
  int lo, length, stride, count;
};
struct place { /* bytes of memory; those of a target are counted from the displacement */
  int runs;    /* 0: no such buffer */
  struct run run[RUNS];
};
enum part { PART_TARGET, PART_ORIGIN, PART_RESULT, PART_COMPARE, PARTS };

struct act {
  int kind; /* enum event_kind */
  int rank, win, tag;
  int thread; /* that makes the call */
  int line;   /* of the source, at all ranks; 0: one that makes no other call */
  /* Index in the window's group, -1: all; release and acquire: the other rank; of a thread that
   * begins (flag) or learns: the thread that it learns from. */
  int target;
  int group; /* a bit for each index in the window's group */
  int assertion;
  int flag; /* lock: it is exclusive; flush: it is local; test: its result; access: is a store
             */
  int op, reduce, basic, disp;
  int request; /* 0: none */
  int key, number;
  int mpi;   /* access: by an MPI call to its buffer, not by the program */
  int polls; /* a load by the program, repeated until it has another value */
  struct place at[PARTS];
};

struct window {
  int flavor, info, count;
  int member[RANKS]; /* ranks by index */
  int base[RANKS], size[RANKS], unit[RANKS];
};

enum delivery { DELIVER_AT_ONCE, DELIVER_LATE, DELIVER_RANDOM, DELIVERIES };

struct program {
  uint64_t seed;
  int ranks, windows, calls;
  int delivery;
  uint64_t schedule; /* seed of the interleaving; 0: as listed */
  int eager;         /* MPI_Win_start and complete do not wait for the post if they need not */
  int decided;       /* the memory model is not the windows' own */
  int watched;       /* loads and stores go through check_watches */
  int retires;       /* what can be forgotten is forgotten at once */
  int brief;         /* operations like the one before are told in short */
  struct window window[WINDOWS + 1]; /* from 1 */
  struct act call[ACTS];
};

struct act call_make(int kind, int rank, int win);
/* A number for the line of a call, which its events have. */
int program_line(const struct program *p, int call);
int window_index(const struct window *w, int rank); /* -1: no member */
uint64_t window_bytes(const struct window *w, int index);
int basic_size(int basic);
uint64_t place_bytes(const struct place *p, int base);
int place_size(const struct place *p);
void place_move(struct place *p, int by);
/* What the operation accesses in memory; of the target: in the target's. 0: not used. */
uint64_t call_bytes(const struct program *p, const struct act *c, enum part part);
int call_inside(const struct program *p, const struct act *c); /* all of it is in memory */
uint64_t call_elements(const struct program *p, const struct act *c); /* first bytes, target */
int call_fetches(const struct act *c); /* the operation brings data back */

uint64_t random_next(uint64_t *state);
int random_below(uint64_t *state, int n);

#endif
