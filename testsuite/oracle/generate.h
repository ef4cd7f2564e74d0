/* generate.h: random legal programs. The same seed gives the same program. */
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
  DO_FLAG,  /* data, a flag that the other one polls, perhaps an answer the same way */
  DO_EPOCH, /* lock, a few accesses, unlock, perhaps a message */
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
  int tags, room; /* room: calls that fit, less what closing may need */
  int weight[ACTIONS], total;
  /* Per cent: buffers outside windows, accumulates of one type, exclusive locks, operations on
   * and locks of the one with index 0, loads that poll. */
  int apart, same_type, exclusive, hot, polls;
  int lock_tag[WINDOWS + 1][RANKS][RANKS];
  /* A session: posts, and the starts, completes and waits that belong to them. */
  int to_start[WINDOWS + 1][RANKS], start_assert[WINDOWS + 1][RANKS];
  int start_tag[WINDOWS + 1][RANKS], post_tag[WINDOWS + 1][RANKS];
  int request[RANKS], request_tag[RANKS][REQUESTS], edge_tag[RANKS][RANKS][KEYS][REQUESTS];
};

void generate(struct program *p, uint64_t seed, int loops); /* loops: loops.c */

/* Parts of it. Adds the calls, all or none; 0: none. */
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
/* One call that accesses memory. */
void generate_op(struct generator *g, struct act *c);
void generate_access(struct generator *g, struct act *c);
/* Data and flags that `win`'s members with these indices put to each other and poll. */
int generate_flags(struct generator *g, int win, int from, int to);
/* Epochs of `win`, by `rank`, whose index in the window is `me`. */
int generate_session(struct generator *g, int win);
int generate_start(struct generator *g, int win, int me);
int generate_complete(struct generator *g, int win, int me);
int generate_wait(struct generator *g, int win, int me, int test);
int generate_lock(struct generator *g, int win, int me, int all);
int generate_unlock(struct generator *g, int win, int me);
int generate_collective(struct generator *g, int kind, int win);
void generate_close(struct generator *g);

#endif
