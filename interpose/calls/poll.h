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

/* `what`: the same for calls that look for the same thing. */
void poll_note(struct thread *t, uint64_t what);
void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag);
uint64_t poll_mix(uint64_t h, uint64_t v);

/* By the watchdog, before it notes in t->watched_seq that the thread has come to `seq`. */
void poll_look(struct thread *t, uint64_t seq, double at);
/* Whether it has been in such a loop for long. */
int poll_waits(const struct thread *t, double at);

#endif
