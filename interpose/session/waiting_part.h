/* waiting_part.h: what waiting.c and waiting_collective.c share. */
#ifndef FENCEPOST_WAITING_PART_H
#define FENCEPOST_WAITING_PART_H

#include "interpose/handles/comm.h"
#include "waiting.h"

struct wait {
  const char *kind;
  const struct win *win;
  int members; /* it waits for every member of the window's group, */
  int self;    /* this process, too */
  int targets; /* for those of the access epoch, */
  int origins; /* or for those of the exposure epoch */
  int one; /* the only rank to wait for, in the window or in MPI_COMM_WORLD; -1: not just one */
  int all; /* 1: it waits for each of the peers; 0: the kind of wait says for which */
  int exclusive; /* it waits for an exclusive lock */
  json_t *peers;
  json_t *json; /* what else is known about the wait */
};

/* Whether calls.def has it in the class COLL. */
int waiting_is_coll(unsigned call);
int waiting_in_list(unsigned call, const unsigned *list, size_t n);
#define IN(call, ...)                                                                          \
  waiting_in_list(call, (const unsigned[]){__VA_ARGS__},                                       \
                  sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

json_t *waiting_hex(uint64_t value);
/* The name under which the calls of agreement.h on a communicator or a file are counted. */
uint64_t waiting_agreed(uint64_t id);
/* Fills in what a collective call waits for; if it is none, nothing. */
void wait_together(struct wait *w, unsigned call, const void *args, const struct comm *c,
                   const struct thread *t);

#endif
