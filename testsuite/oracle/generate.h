/* generate.h: makes random legal programs. The same seed gives the same program. */
#ifndef ORACLE_GENERATE_H
#define ORACLE_GENERATE_H

#include "legal.h"

enum action {
  DO_FENCE,
  DO_POST,
  DO_START,
  DO_COMPLETE,
  DO_WAIT,
  DO_LOCK,
  DO_LOCK_ALL,
  DO_UNLOCK,
  DO_FLUSH,
  DO_SYNC,
  DO_OP,
  DO_ACCESS,
  DO_DONE,
  DO_MESSAGE,
  DO_FLAG,  /* puts data and a flag that the target polls; perhaps the target answers so, too */
  DO_EPOCH, /* locks, makes a few accesses and unlocks; perhaps sends a message */
  DO_ACQUIRE,
  DO_ALL,
  DO_CREATE,
  DO_FREE,
  ACTIONS
};

struct generator {
  struct program *p;
  struct legal legal;
  uint64_t random;
  int tags, room; /* room: how many calls may be added; some are kept for closing epochs */
  int weight[ACTIONS], total;
  /* In per cent: how many buffers lie outside windows, accumulates have the same type, locks
   * are exclusive, operations and locks have the target with index 0, loads poll. */
  int apart, same_type, exclusive, hot, polls;
  int lock_tag[WINDOWS + 1][RANKS][RANKS];
  /* A session is some posts with the starts, completes and waits that belong to them. */
  int to_start[WINDOWS + 1][RANKS], start_assert[WINDOWS + 1][RANKS];
  int start_tag[WINDOWS + 1][RANKS], post_tag[WINDOWS + 1][RANKS];
  int request[RANKS], request_tag[RANKS][REQUESTS], edge_tag[RANKS][RANKS][KEYS][REQUESTS];
};

/* What the program has beside calls: loops (loops.c), threads (threads.c). */
struct generated {
  int loops, threads;
};
void generate(struct program *p, uint64_t seed, struct generated with);

/* The rest is called by the parts of the generator only. Adds all of the calls, or none if one
 * is not legal here; then it returns 0, as all functions here do that add calls. */
int generate_add(struct generator *g, struct act *calls, int count, int tag);
int generate_any(struct generator *g); /* whatever comes */
/* An operation or an access. */
int generate_call(struct generator *g, struct act *c);
int generate_message(struct generator *g, int from, int to, int key);
/* Calls of some rank once more; then which calls have one line. */
void generate_loop(struct generator *g);
void generate_lines(struct generator *g);
int generate_chance(struct generator *g, int percent);
int generate_target(struct generator *g, int win);
/* Fill in a call that accesses memory. */
void generate_op(struct generator *g, struct act *c);
void generate_access(struct generator *g, struct act *c);
/* Adds data and flags that the members of `win` with these indices put to each other and
 * poll. */
int generate_flags(struct generator *g, int win, int from, int to);
/* Open and close epochs of `win`; `me` is the caller's index in the window. */
int generate_session(struct generator *g, int win);
int generate_start(struct generator *g, int win, int me);
int generate_complete(struct generator *g, int win, int me);
int generate_wait(struct generator *g, int win, int me, int test);
int generate_lock(struct generator *g, int win, int me, int all);
int generate_unlock(struct generator *g, int win, int me);
int generate_collective(struct generator *g, int kind, int win);
void generate_close(struct generator *g);

#endif
