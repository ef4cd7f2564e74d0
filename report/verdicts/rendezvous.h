/* rendezvous.h: standard sends that would wait for each other if no message were buffered and
 * if every collective call waited for all processes.
 *
 * Each `rendezvous` record of a journal says after which steps of a process (sends, receives
 * and collective calls that it waited for) it posted the receive of a message, began to send
 * one, or came to a collective call. A circle with a send in it is the finding `unsafe-send`,
 * another one `unsafe-collective`. Cost: linear in the records. */
#ifndef FENCEPOST_RENDEZVOUS_H
#define FENCEPOST_RENDEZVOUS_H

#include "report/input/journals.h"

/* Adds the findings to the rank of the lowest number in each circle. */
void rendezvous_add(struct journals *js);

#endif
