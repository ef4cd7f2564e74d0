/* messages.h: compares the messages that two threads wait for. */
#ifndef FENCEPOST_MESSAGES_H
#define FENCEPOST_MESSAGES_H

#include "standstill.h"

/* Returns whether one of the two may be about to send what the other one receives. */
int messages_may_meet(const struct pending *w, const struct pending *p);

/* messages_has_unmet: w has a message for p, or waits for one from p, and p does not wait for
 * the other end of it. messages_never_sent: w waits for a message from p with a tag with which
 * p has never sent one to w. */
int messages_has_unmet(const struct pending *w, const struct pending *p);
int messages_never_sent(const struct pending *w, const struct pending *p);

#endif
