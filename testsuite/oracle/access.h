/* access.h: every access of a program to memory, with when it may start, when it is over and
 * which locks guard it.
 *
 * An operation accesses the target's memory, and at the origin its buffers. All other accesses
 * are local: loads, stores, buffers of MPI calls. */
#ifndef ORACLE_ACCESS_H
#define ORACLE_ACCESS_H

#include "program.h"

#define ACCESSES (4 * ACTS)

struct guard { /* a lock held on (win, owner) as long as the access lasts */
  int win, exclusive, nocheck;
};

struct access {
  int call, part; /* enum part; of a load or store PART_ORIGIN */
  int rank;       /* who accesses */
  int owner;      /* whose memory */
  int remote;     /* an operation at its target; there are no others at part PART_TARGET */
  int update;
  uint64_t bytes;
  int start[2]; /* nodes: what reaches either is known when the access starts; -1: none */
  int end;      /* node: the access is complete; -1: never */
  int guards;
  struct guard guard[WINDOWS];
};

int access_list(const struct program *p, struct access *list);

#endif
