/* gather.h: the findings of all ranks become one set, rank by rank; merge.h says which are
 * equal.
 *
 * Adding a rank is the step of a reduction: what is gathered is as large as what is different,
 * not as what was found. Most findings are recognised by their slug, calls and stacks before
 * anything is looked up for them. */
#ifndef FENCEPOST_GATHER_H
#define FENCEPOST_GATHER_H

#include <stdio.h>

#include "journals.h"
#include "rankset.h"
#include "symbol.h"

struct merged {
  json_t *entry; /* of a report, but for what the others here are */
  json_int_t count;
  struct rankset ranks;
  size_t
      first;  /* the rank, by its place in the journals, that met it first: its entry is that */
  char *what; /* of the fingerprint; freed with the rest */
};

struct gather;

/* All are borrowed until gather_free. NULL when memory runs out. */
struct gather *gather_new(const struct journals *js, struct symbols *s, int strict);
/* Says nothing from now on: otherwise a terminal gets a line when it takes long. */
void gather_quiet(struct gather *g);
/* -1 when memory runs out. */
int gather_rank(struct gather *g, const struct rank *r);
/* Hands on what was gathered, and takes it: gathered twice it counts twice. -1 if it is not
 * whole or memory runs out: then nothing was taken. */
int gather_write(struct gather *g, FILE *out);
int gather_read(struct gather *g, FILE *in);
/* The findings, in the order in which they were first met; their entries are complete but for
 * the fingerprint. The array is the caller's, what it points to is not. NULL when memory runs
 * out. */
struct merged **gather_end(struct gather *g, size_t *n);
void gather_free(struct gather *g);

#endif
