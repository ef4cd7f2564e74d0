/* feed.h: makes of a call the event that interpose/ would feed for it. Findings name events by
 * their number (`seq`, on enter); feed_call finds the call again. */
#ifndef ORACLE_FEED_H
#define ORACLE_FEED_H

#include "program.h"

struct feed { /* the event, and the arrays to which it points */
  struct event event;
  struct event_member member[RANKS];
  int32_t index[RANKS];
  struct event_counted known;
  struct event_run run[PARTS][RUNS];
};

void feed_make(struct feed *f, const struct program *p, int call, int phase, int model);
int feed_call(uint64_t seq); /* returns -1 if no call's event has this number */

#endif
