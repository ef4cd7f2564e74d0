/* feed.h: a call of a program as the event that the interposition would make of it. The number
 * of the event (`seq`, on enter) tells the call: feed_call. */
#ifndef ORACLE_FEED_H
#define ORACLE_FEED_H

#include "program.h"

struct feed { /* what the event points to */
  struct event event;
  struct event_member member[RANKS];
  int32_t index[RANKS];
  struct event_run run[PARTS][RUNS];
};

void feed_make(struct feed *f, const struct program *p, int call, int phase, int model);
int feed_call(uint64_t seq); /* -1: no event of a call has this number */

#endif
