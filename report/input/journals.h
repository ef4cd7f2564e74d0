/* journals.h: the journals of a directory, in memory.
 *
 * Representation: one struct rank for each file `rank-WORLD-RANK.jsonl`, ordered: the world
 * that started first comes first (spawned ones after all others), ranks ascending. The records
 * of `command.jsonl`, which `fencepost run` writes (job.h), are in `job` and `job_end`.
 *
 * A damaged line is left out, which is said; every whole line is used. A file
 * with no usable line at all is counted in `damaged` (an empty one is not: its rank was ended
 * before its first word). Values are not checked beyond that: use member.h.
 *
 * Ownership: everything belongs to struct journals until journals_free. Cost: linear in the
 * size of the files; one line at a time is held as text. Findings are not held at all: they are
 * read again, rank by rank, when they are merged. Errors: -1 with errno if the directory
 * cannot be read. */
#ifndef FENCEPOST_JOURNALS_H
#define FENCEPOST_JOURNALS_H

#include <jansson.h>
#include <stddef.h>

#include "report/journal/frames.h"

struct rank {
  char *path, *world;
  int rank;
  size_t from, to; /* its world is rank[from..to-1] of the journals */
  json_t *start, *abort, *exit, *stopped, *end; /* NULL: no such record */
  struct stacks stacks;
  int merged;         /* its journal has the findings of all ranks of its world (bundle.h) */
  json_t *findings;   /* array of records that are not in the file */
  json_t *precision;  /* array of strings */
  json_t *slugs;      /* object: those of the findings in the file -> true */
  json_t *windows;    /* object: id -> name */
  json_t *hangs;      /* object: thread as text -> its last record */
  json_t *rendezvous; /* array of records */
  json_t *steps;      /* object: id as text -> record */
};

struct journals {
  struct frames *frames;
  struct rank *rank;
  size_t ranks;
  json_t *job, *job_end;
  int damaged;
};

int journals_read(struct journals *js, const char *dir);
void journals_free(struct journals *js);

/* The rank of that number in the world of `r`; NULL if it left no journal. Cost: logarithmic.
 */
const struct rank *journals_peer(const struct journals *js, const struct rank *r, int rank);

/* Frames of a stack, as the rank's journal has them; NULL if unknown. `r` may be NULL. */
struct frames *rank_stack(const struct rank *r, json_int_t id);
/* As a new array; NULL if `f` is NULL or holds none. */
json_t *frames_json(const struct frames *f);

/* What the program called the window; NULL if nothing. `r` says so itself, or the first rank of
 * its world that does. */
const char *journals_window(const struct journals *js, const struct rank *r, const char *id);

/* Number of ranks of its MPI_COMM_WORLD, 0 if no start record tells. */
int rank_size(const struct rank *r);

#define JOURNALS_JOB "command.jsonl"

#endif
