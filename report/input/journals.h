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
#include "report/journal/folder.h"

struct rank {
  char *path, *world;
  int rank;
  size_t from, to; /* its world is rank[from..to-1] of the journals */
  json_t *start, *abort, *exit, *crash, *stopped, *end; /* NULL: no such record */
  struct stacks stacks;
  int merged;        /* its journal holds the findings of all ranks of its world (bundle.h) */
  json_t *findings;  /* array of finding records that are not in the file */
  json_t *precision; /* array of strings */
  json_t *slugs;     /* object: slug -> true, for the findings in the file */
  json_t *windows;   /* object: id -> name */
  json_t *histories; /* object: id of a window -> its last history record */
  json_int_t windows_left_out; /* windows that have none, because they were too many */
  json_t *hangs;               /* object: thread as text -> its last record */
  json_t *threads;             /* object: thread as text -> the record of its making */
  char *rendezvous;            /* its last such record, as text; NULL: none */
  json_t *promises;            /* object: communicator and number -> its last promise record,
                                  if there is no agreement record */
  json_t *letters;             /* its last letters record; NULL: none */
  json_t *files;               /* the same of its accesses to files */
  json_t *about;               /* array of letter records */
  json_t *misplaced;           /* array of records */
  json_t *agreement;           /* its last agreement record; NULL: none */
};

struct journals {
  struct frames *frames;
  struct rank *rank;
  size_t ranks;
  json_t *job, *job_end;
  json_t *window_numbers; /* object: id -> number, see windows.h; or NULL */
  int damaged;
};

int journals_read(struct journals *js, const char *dir);
void journals_free(struct journals *js);

/* Returns the rank with that number in the world of `r`, NULL if it left no journal. Cost:
 * logarithmic. */
const struct rank *journals_peer(const struct journals *js, const struct rank *r, int rank);

/* Returns the frames of a stack as the rank's journal has them, NULL if unknown. `r` may be
 * NULL. */
struct frames *rank_stack(const struct rank *r, json_int_t id);
/* Returns them as a new array; NULL if `f` is NULL or has none. */
json_t *frames_json(const struct frames *f);

/* Returns the name that the program gave the window, NULL if none. It is taken from `r`'s
 * journal, or from the first rank of its world that has one. */
const char *journals_window(const struct journals *js, const struct rank *r, const char *id);

/* Returns the number of the window among those with a history (windows.h), 0 if it has none. */
json_int_t journals_window_number(const struct journals *js, const char *id);

/* Returns the number of ranks of its MPI_COMM_WORLD, 0 if no start record tells it. */
int rank_size(const struct rank *r);

#endif
