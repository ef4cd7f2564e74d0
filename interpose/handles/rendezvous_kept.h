/* rendezvous_kept.h: keeps what rendezvous_steps.h has found until the journal gets it: in
 * MPI_Finalize, MPI_Abort or exit, and when the process hangs. A process that a signal ends
 * leaves nothing of it.
 *
 * An arrival is a message together with the steps after which this process came to it. A step
 * is kept once, however many arrivals name it. While the program runs no text is made and
 * nothing allocated. There is room for ARRIVALS and STEPS_KEPT of them, 0.9 MiB, of which only
 * the used part costs memory. When either is full nothing more is kept. */
#ifndef FENCEPOST_RENDEZVOUS_KEPT_H
#define FENCEPOST_RENDEZVOUS_KEPT_H

#include <stdint.h>

#define ARRIVALS 4096
#define STEPS_KEPT 12288
#define AFTER 16 /* steps of an arrival, at most */

struct message {
  int32_t rank; /* world rank of the other side; -1: it is a collective call */
  int received; /* else sent */
  uint64_t key, number;
};

/* A call that has waited for something, or has done what others wait for. */
struct step {
  struct message message;
  uint64_t caller; /* address to which the call returns */
  uint32_t stack;
  int32_t thread;
  uint16_t call;
  uint16_t kept; /* its number among the steps that are kept, from 1; 0: it is not kept */
};

int arrivals_full(void);
/* `after` are n steps, at most AFTER. */
void arrivals_keep(const struct step *at, struct step *const after[], int n);
/* Writes to the journal what was kept, if that is more than the last time. */
void arrivals_write(void);

#endif
