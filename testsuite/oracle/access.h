/* access.h: lists all accesses of a program to memory. It says of each when it may start, when
 * it is over and which locks guard it.
 *
 * An operation accesses the target's memory and the buffers at the origin. All other accesses
 * are local: loads, stores, and what other MPI calls do with their buffers. */
#ifndef ORACLE_ACCESS_H
#define ORACLE_ACCESS_H

#include "program.h"

struct graph;

#define ACCESSES (4 * ACTS)

struct guard { /* a lock on (win, owner) that is held while the access lasts */
  int win, exclusive, nocheck;
};

struct access {
  int call, part; /* enum part; a load or store is PART_ORIGIN */
  int rank;       /* who accesses */
  int owner;      /* whose memory */
  int remote;     /* an operation accesses its target; just these have part PART_TARGET */
  int update;
  uint64_t bytes;
  int start[2]; /* two nodes of the graph; what reaches one of them is before the access. -1:
                   none */
  /* The nodes at which it is complete, as listed: by the first, and for those who know of one
   * of the others by this one. None: it never is. */
  int ends, end[ACTS];
  int guards;
  struct guard guard[WINDOWS];
};

/* Fills `list`, which has room for ACCESSES; returns how many there are. */
int access_list(const struct program *p, const struct graph *g, struct access *list);
/* Whether it is known at that node that the access is complete. */
int is_over_at(const struct graph *g, const struct access *a, int node);

#endif
