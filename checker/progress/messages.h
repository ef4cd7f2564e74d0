/* messages.h: the messages that two threads wait for, compared. */
#ifndef FENCEPOST_MESSAGES_H
#define FENCEPOST_MESSAGES_H

#include "standstill.h"

/* Whether one of the two may be about to send what the other one receives. */
int messages_may_meet(const struct pending *w, const struct pending *p);

/* Whether w has a message for p, or waits for one, that p does not wait for or have; and
 * whether w waits for a message from p with a tag with which p has never sent one to it. */
int messages_has_unmet(const struct pending *w, const struct pending *p);
int messages_never_sent(const struct pending *w, const struct pending *p);

#endif
