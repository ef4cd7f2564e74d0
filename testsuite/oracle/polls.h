/* polls.h: which accesses may be ordered by polling. A look is a load that is repeated until
 * the location changes. It may have seen any update of the location by another rank that is
 * concurrent with it. If so, what the updating rank knew when it issued the update is before
 * the look. If the look has all bytes of the update, the update itself is before what follows
 * the look.
 *
 * What was seen is not known, so all that may be ordered counts as ordered. But an access
 * cannot have been ordered by an update that its own rank issues later. */
#ifndef ORACLE_POLLS_H
#define ORACLE_POLLS_H

#include "access.h"
#include "graph.h"
#include "judge.h"

struct polls {
  const struct program *p;
  const struct graph *graph;
  int count;
  struct poll {
    int update, look; /* calls */
    int covers;       /* the look has all bytes of the update ... */
    int alone;        /* ... which is the only one of its line */
  } at[ACTS * ACTS];
};

void polls_begin(struct polls *polls, const struct program *p, const struct graph *g);
/* Adds the update and the look of a verdict VERDICT_POLLED. */
void polls_add(struct polls *polls, const struct verdict *v, const struct access *all,
               int count);
/* Tells whether the two accesses of the verdict may be in order. */
enum polls_answer {
  POLLS_NO,
  POLLS_MAYBE, /* the checker may take the update for a part of another one of its line, so that
                  no look has all its bytes */
  POLLS_YES
};
enum polls_answer polls_order(const struct polls *polls, const struct verdict *v,
                              const struct access *all, int count);

#endif
