/* chronicle.h: the rows of a window's history (include/history.h) while they are made.
 *
 * Fed with the events of this rank's own calls, after they were handled. Nothing is judged by
 * what is in it, and nothing is noted if nobody takes it (check_output.history). Memory:
 * bounded by check_detail. Cost: some 100 instructions for each synchronisation call, 10 for an
 * operation like the one before it. */
#ifndef FENCEPOST_CHRONICLE_H
#define FENCEPOST_CHRONICLE_H

#include "include/hash.h"
#include "include/history.h"
#include "checker/core/access.h"

struct open_epoch {
  int32_t target; /* index of the locked target; the key of the table */
  struct history_epoch row;
  int32_t *others, room;
  uint64_t from; /* event.seq of the call that opened it */
  UT_hash_handle hh;
};

struct epoch_row {
  struct history_epoch row; /* `alike` is the key of the table */
  int32_t *others;
  UT_hash_handle hh;
};

struct copy_row {
  struct history_copy row; /* `newer` is the key of the table */
  UT_hash_handle hh;
};

/* Bytes whose one copy is newer now. The last update was over at event end_time of end_rank. */
struct newer {
  struct history_call since;
  uint64_t from; /* event.seq of `since` */
  int64_t lo, hi;
  int32_t end_rank;
  uint64_t end_time;
};
#define NEWER_MOST 8

/* A call that brought updates into the private copy, and what this rank knew then. Of an update
 * this rank may be told only after the call that has fetched it. */
struct fetch {
  struct history_call call;
  struct clock *clock;
  uint64_t time, seq;
};
#define FETCHES 8

/* An epoch that is over, by the numbers (event.seq) of the calls that opened and closed it. */
struct past_epoch {
  uint64_t from, to, number;
  int32_t target; /* of a lock */
  uint8_t kind, exclusive, nocheck;
};
#define PAST_EPOCHS 64

struct chronicle {
  struct open_epoch *access;   /* of a fence, MPI_Win_start or MPI_Win_lock_all; or NULL */
  struct open_epoch *exposure; /* or NULL */
  struct open_epoch *locks;    /* by target */
  struct open_epoch *spare;    /* one that is not in use; or NULL */
  struct epoch_row *epochs;
  struct epoch_row *recent[HISTORY_KINDS]; /* the row that was counted in last; or NULL */
  struct copy_row *copies, *recent_copy[2];
  uint64_t opened[HISTORY_KINDS];
  struct past_epoch *past; /* the last PAST_EPOCHS of `ended`; or NULL */
  uint64_t ended;
  uint64_t epochs_left_out, copies_left_out;
  struct history_work *latest; /* what the last operation was counted in, or NULL */
  uint32_t latest_op;
  int64_t latest_bytes;
  struct newer stored;              /* since.known: the private copy is newer */
  struct newer updated[NEWER_MOST]; /* the public copy is, by these calls */
  int updates;
  struct fetch fetch[FETCHES]; /* number i is at i modulo FETCHES */
  uint64_t fetches;
};

/* The window's chronicle; NULL if nobody takes it or there is no memory. */
struct chronicle *chronicle_of(struct check *c, struct window *w);
struct history_call chronicle_call(const struct event *e);
/* Gives the rows out, and forgets them. `freed`: the call that frees the window, or NULL. */
void chronicle_close(struct check *c, struct window *w, const struct event *freed);
void chronicle_drop(struct window *w);

/* An event of this rank that concerns the window. */
void chronicle_feed(struct check *c, struct window *w, const struct event *e);
/* Another operation like the last one. */
void chronicle_again(const struct window *w);
/* An operation has updated this rank's memory, and is over. */
void chronicle_updated(struct check *c, struct window *w, const struct access *a);
/* This process has stored to the windows in c->memory.met, `n` of them. */
void chronicle_stored(struct check *c, const struct access *a, int n);

/* epochs.c and copies.c, each with its rows; ..._spans tells those that nothing has ended */
void epochs_note(struct check *c, struct window *w, struct chronicle *l, const struct event *e);
void epochs_spans(struct check *c, const struct window *w, const struct chronicle *l);
struct history_epoch *epochs_rows(const struct chronicle *l,
                                  int *n); /* the caller's; or NULL */
struct past_epoch epochs_past(const struct open_epoch *o, uint64_t to);
/* Number of the open epoch of a kind in which operations on the target (an index) are; 0: not
 * known. */
uint32_t epochs_number(const struct window *w, enum history_kind kind, int32_t target);
/* The epoch in which this rank was at the event of that number, as far as it is remembered:
 * with `local` one in which its own memory is concerned, if there is one. Returns 0 if there is
 * none. */
int epochs_at(const struct window *w, uint64_t seq, int local, struct past_epoch *at);
void epochs_drop(struct chronicle *l);
void copies_note(struct check *c, const struct window *w, struct chronicle *l,
                 const struct event *e);
void copies_spans(struct check *c, const struct window *w, const struct chronicle *l,
                  const struct event *freed);
struct history_copy *copies_rows(const struct chronicle *l, const struct event *freed, int *n);
void copies_drop(struct chronicle *l);

#endif
