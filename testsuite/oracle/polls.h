/* polls.h: what looks at flags order. A load that polls a location may have seen any update of
 * it by another rank that nothing orders with it: then all that the updating rank knew when it
 * issued the update is before the look, and the update itself before what comes after the look
 * that had all its bytes. What is in doubt counts as order; but nobody has seen what a rank was
 * still to do. */
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
/* The pair of which the verdict is that it is a polled location. */
void polls_add(struct polls *polls, const struct verdict *v, const struct access *all,
               int count);
/* Whether the two accesses of the verdict may be in order. */
enum polls_answer {
  POLLS_NO,
  POLLS_MAYBE, /* the checker may take the update for a part of another one of its line, so that
                  no look has all its bytes */
  POLLS_YES
};
enum polls_answer polls_order(const struct polls *polls, const struct verdict *v,
                              const struct access *all, int count);

#endif
