/* arrivals.h: what unbuffered.h has found, until the journal gets it: in MPI_Finalize,
 * MPI_Abort or exit, and when the process hangs. One that a signal ends leaves nothing of it.
 *
 * An arrival is a message and the steps after which this process came to it. A step is kept
 * once, however many arrivals name it. No text is made and nothing allocated while the program
 * runs; room for ARRIVALS and STEPS_KEPT of them, 0.9 MiB, of which only what is used costs
 * memory. When either is full no more is kept. Kept by one thread, written by any. */
#ifndef FENCEPOST_ARRIVALS_H
#define FENCEPOST_ARRIVALS_H

#include <stdint.h>

#define ARRIVALS 4096
#define STEPS_KEPT 12288
#define AFTER 16 /* steps of an arrival */

struct message {
  int32_t rank; /* of the other side, in the world; -1: it is a collective call */
  int received; /* else sent */
  uint64_t key, number;
};

/* A call that waited, or came to something. */
struct step {
  struct message message;
  uint64_t caller; /* the call returns there */
  uint32_t stack;
  int32_t thread;
  uint16_t call;
  uint16_t kept; /* its number among those kept, from 1; 0: it is not */
};

int arrivals_full(void);
/* `after` are n steps, AFTER at most. */
void arrivals_keep(const struct step *at, struct step *const after[], int n);
/* What was kept since the last time, to the journal. */
void arrivals_write(void);

#endif
