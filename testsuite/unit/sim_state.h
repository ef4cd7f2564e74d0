/* sim_state.h: what sim.c and sim_calls.c share. */
#ifndef FENCEPOST_SIM_STATE_H
#define FENCEPOST_SIM_STATE_H

#include "brief.h"
#include "sim.h"

#define SAID_MOST 10000 /* so many findings are kept; all are counted */

enum order { SIM_AT_ONCE, SIM_LATE, SIM_RANDOM };

struct message {
  struct message *next;
  size_t length;
  unsigned char bytes[];
};
struct channel { /* the queue of messages from one rank to another */
  struct message *first, *last;
};

struct said {
  enum slug slug;
  int site, other;
  char message[FINDING_TEXT], ordering[400];
};
struct expected {
  enum slug slug;
  int site, other, optional;
  const char *ordering; /* or NULL */
};

struct placed { /* a window and its members' world ranks */
  uint64_t id;
  int count, member[SIM_RANKS];
};

struct place {
  struct sim *sim;
  int rank;
};

struct sim {
  int races; /* findings of races count in this test */
  int ranks, fails, finalized, calls, sent, waiting;
  enum order order;
  int in_short; /* operations like the one before are told in short */
  struct brief brief[SIM_RANKS];
  uint64_t random, seq, window;
  struct check *check[SIM_RANKS];
  int thread[SIM_RANKS]; /* that makes the next calls */
  uint64_t last[SIM_RANKS][SIM_THREADS]; /* event.seq of the thread's last event */
  struct place place[SIM_RANKS];
  struct channel channel[SIM_RANKS][SIM_RANKS];
  uint64_t messages[SIM_RANKS][SIM_RANKS]; /* how many sim_message has sent */
  struct said *said;
  struct expected *expected;
  struct placed *windows;
  int said_count, expected_count, window_count;
  int count[SLUGS], times[SLUGS]; /* times: 0 or one more than sim_times said */
};

unsigned sim_random(struct sim *s);
void sim_feed(struct sim *s, const struct event *e);
/* Returns the array with room for one more item after `count`. */
void *sim_grow(void *array, int count, size_t item);

#endif
