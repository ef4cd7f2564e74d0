/* rendezvous.h: standard sends that would wait for each other if no message were buffered and if
 * every collective call waited for all processes.
 *
 * Each `rendezvous` record of a journal says of one message after which sends and collective
 * calls of the receiver its receive was posted, or of a collective call after which a process
 * came to it. A circle with a send in it is the finding `unsafe-send`. Cost: linear in the
 * records. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include "journals.h"

/* Adds the findings to the rank of the lowest number in each circle. */
void rendezvous_add(struct journals *js);

#endif
