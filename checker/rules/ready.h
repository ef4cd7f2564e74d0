/* ready.h: receives of programs that send in ready mode, while they are posted and for some
 * time after. Only files of checker/ include it.
 *
 * The receiver keeps the last PAST receives that are over, with the message each has taken, to
 * tell what messages could have taken of each other in another order of arrival
 * (ready_rival.c). */
#ifndef FENCEPOST_READY_H
#define FENCEPOST_READY_H

#include "include/finding.h"
#include "include/hash.h"
#include "checker/core/queue.h"

struct check;
struct clock;
struct event;
struct event_edge;
struct release;

#define PAST 32

struct posted {
  uint64_t id, time, when;
  struct clock *clock; /* what this rank knew then */
  struct site site;
  int32_t source;     /* in the world; -1: any */
  uint64_t comm, key; /* of its messages; key 0: any tag */
  UT_hash_handle hh;
  /* Once it is over: */
  uint64_t over;  /* the event */
  int32_t sender; /* of the message; -1: it took none, or one that is not known */
  struct {
    uint64_t key, time; /* time: the sender's event */
    struct clock *clock;
    int ready;
    struct site site;
  } message;
  int told; /* a finding names the ready send */
};

struct ready_receives {
  int used;              /* some message was sent to this rank in ready mode */
  struct posted *posted; /* receives that are not over, where ready mode is used, by id */
  struct queue past;     /* of struct posted *: the last that are over */
  int unsure;            /* what some of them took is not known */
};

void posted_free(struct posted *p);
/* p is over and out of the table: judges what it took, and what may come before that. m: the
 * release of the message; NULL: not known. */
void rival_keep(struct check *c, struct posted *p, const struct event_edge *x,
                const struct release *m);
void rival_free(struct check *c);

struct ready *ready_sent(struct check *c, const struct event *e);
void ready_matched(struct check *c, const struct event *e);
void ready_finalize(struct check *c, const struct event *e);
void ready_free(struct check *c);

#endif
