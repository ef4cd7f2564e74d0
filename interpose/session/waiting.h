/* waiting.h: for hang reports, by the watchdog: what must happen at other ranks for a call to
 * return. See journal.h for the record. */
#ifndef FENCEPOST_WAITING_H
#define FENCEPOST_WAITING_H

#include <jansson.h>
#include "interpose/base/thread.h"

/* With the world's lock. `args`: those of the call, NULL: it is one of a loop of tests. */
json_t *waiting_json(unsigned call, const void *args, const struct thread *t);
/* To whom this rank has sent messages, and with which tags; NULL: there are too many to tell.
 */
json_t *waiting_sent(void);
/* How many collective calls this rank has begun on each communicator, by its id. */
json_t *waiting_collectives(void);

#endif
