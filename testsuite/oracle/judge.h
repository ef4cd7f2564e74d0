/* judge.h: decides of each pair of accesses of a program whether they are in conflict, by a
 * naive reading of the standard's text. It shares no code with the checker. */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H

#include "program.h"

enum verdict_slug {
  VERDICT_RMA_LOCAL_RACE,
  VERDICT_RMA_RACE,
  VERDICT_ACCUMULATE_RACE,
  VERDICT_BUFFER_RACE,
  VERDICT_POLLED,
  VERDICT_NOCHECK_VIOLATED,
  VERDICT_NOCHECK_UNORDERED,
  VERDICT_OP_OUTSIDE,
  VERDICT_SLUGS
};

struct verdict {
  int call[2], part[2]; /* of the two accesses; part -1: it is about the calls themselves */
  int owner;            /* of the memory */
  enum verdict_slug slug;
  int separate; /* a conflict in the separate model only */
  int doubtful; /* the checker need not find it */
  const char *rule;
};

struct verdicts {
  int count, pairs; /* pairs: how many pairs of accesses to one rank's memory were judged */
  struct verdict *item;
};

void judge(const struct program *p, int model, struct verdicts *out); /* free out->item */
/* `op` is an operation in a lock epoch. Returns whether its target may expose the window by
 * MPI_Win_post while the lock is held. */
int judge_exposed(const struct program *p, int op);
const char *verdict_name(enum verdict_slug slug);

#endif
