/* rendezvous.h: standard sends that would wait for each other if no message were buffered.
 *
 * Each `rendezvous` record of a journal says of one message after which sends of the receiver
 * its receive was posted. A circle of such messages, each sent by a send that the next one's
 * receive is posted after, is the finding `unsafe-send`. Cost: linear in the records. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include "journals.h"

/* Adds the findings to the rank of the lowest number in each circle. */
void rendezvous_add(struct journals *js);

#endif
