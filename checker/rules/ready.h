/* ready.h: receives of programs that send in ready mode, from their posting until some time
 * after their end. Only files of checker/ include it.
 *
 * The receiver keeps the last PAST receives that are over, each with the message it has taken.
 * With these it finds messages that could have taken each other's receives if they had arrived
 * in another order (ready_rival.c). */
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
  struct clock *clock; /* what this rank knew when it posted the receive */
  struct site site;
  int32_t source;     /* world rank; -1: any */
  uint64_t comm, key; /* key of the messages it matches; 0: any tag */
  int64_t room;
  uint16_t basic, element;
  uint8_t flags; /* enum receive_flag */
  UT_hash_handle hh;
  /* Once it is over: */
  uint64_t over; /* the event */
  /* Sender of the message; -1: the receive took none, or it is not known which. */
  int32_t sender;
  struct {
    uint64_t key, time; /* time: event number of the sender */
    struct clock *clock;
    int ready;
    struct site site;
  } message;
  int told; /* a finding names the ready send */
};

struct ready_receives {
  int used;              /* some rank has sent a message in ready mode to this rank */
  struct posted *posted; /* receives that are not over, by id; only where ready mode is used */
  struct queue past;     /* queue of struct posted *: the last receives that are over */
  int unsure;            /* for some of them it is not known which message they took */
};

void posted_free(struct posted *p);
/* p is over and out of the table: judges what it took, and what may come before that. `m` is
 * the release of the message; NULL: not known. */
void rival_keep(struct check *c, struct posted *p, const struct event_edge *x,
                const struct release *m);
/* The same, if the sender was dormant. */
void rival_keep_dormant(struct check *c, struct posted *p, int32_t sender, uint64_t key);
void rival_free(struct check *c);

struct ready *ready_sent(struct check *c, const struct event *e);
void ready_matched(struct check *c, const struct event *e);
void ready_finalize(struct check *c, const struct event *e);
void ready_free(struct check *c);

#endif
