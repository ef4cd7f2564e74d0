/* spawn_offer.h: how a process that spawns others and those that it has spawned find each other
 * before any of them waits for the other in MPI: they have no name that both know, and the
 * other side may not be checked at all. They use files in the folder of the journals, so it
 * works under `fencepost run` on one host.
 *
 * Before MPI_Comm_spawn its root makes an offer. Only one offer is there at a time, also if
 * nothing is offered (id 0): whoever comes from MPI_Init while it is there, and entered it
 * after it was made, was spawned under it. It answers, and the root takes the answer. Taking it
 * back and taking it are one rename each, so only one of them is done. */
#ifndef FENCEPOST_SPAWN_OFFER_H
#define FENCEPOST_SPAWN_OFFER_H

#include <stdint.h>

struct spawn_offer {
  uint64_t id;   /* of the world; 0: its checking cannot be joined */
  uint64_t time; /* when it was made, on the host's clock, in ns */
  int64_t pid;   /* of the root */
  int32_t size;  /* of the group that spawns */
  int32_t first; /* the rank of the first spawned process */
  int32_t concurrent;
};

uint64_t offer_clock(void);
/* Fills in time and pid. Waits some seconds for another offer to go. Returns 0 if there is no
 * folder, or after an error. */
int offer_make(struct spawn_offer *o);
/* Takes the offer away, after it has waited so long for an answer. Returns whether it was
 * taken: the spawned processes will join. */
int offer_end(const struct spawn_offer *o, double seconds);
/* Answers the offer under which this process was spawned, which has entered MPI_Init at that
 * time, by a group of that size. Returns whether it was taken. */
int offer_answer(struct spawn_offer *o, uint64_t entered, int size);

#endif
