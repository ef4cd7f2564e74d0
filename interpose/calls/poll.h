/* poll.h: loops of MPI_Test, MPI_Iprobe and their kin, in which a thread waits as it would in
 * MPI_Wait or MPI_Probe.
 *
 * The thread notes each such call that found nothing; the watchdog looks whether it has done
 * nothing else: made no other MPI call, looked for nothing else, and used no more time of the
 * processor than such a loop takes. What else may end the loop nobody knows. */
#ifndef FENCEPOST_POLL_H
#define FENCEPOST_POLL_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

/* Such a loop of a thread. */
struct poll {
  _Atomic uint64_t seq, began; /* the last test that found nothing, by thread.seq; the first of
                                  those without a break, */
  uint64_t what;               /* of what */
  uint64_t caller, comm;
  int source, tag; /* of a probe */
  unsigned call;
  uint32_t stack;
  /* the watchdog's own notes */
  struct usage {
    uint64_t ns, naps; /* of the processor; how often it gave that up */
  } usage;
  double since; /* it has done nothing but such tests; 0: it has */
};

/* `what`: the same for calls that look for the same thing. */
void poll_note(struct thread *t, uint64_t what);
void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag);
uint64_t poll_mix(uint64_t h, uint64_t v);

/* By the watchdog, which found the thread at `before` when it last looked, and now at `seq`. */
void poll_look(struct thread *t, uint64_t before, uint64_t seq, double at);
void poll_over(struct thread *t); /* it is in a call for long */
/* Whether it has been in such a loop for long. */
int poll_waits(const struct thread *t, double at);

#endif
