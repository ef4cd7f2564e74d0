/* waiting.h: what must happen at other ranks before a call can return. The watchdog needs it
 * for reports of hangs. journal.h describes the record. */
#ifndef FENCEPOST_WAITING_H
#define FENCEPOST_WAITING_H

#include <jansson.h>
#include "interpose/base/thread.h"

/* Called with the world's lock. `args`: arguments of the call; NULL: the call is one of the
 * loop `polls`. */
struct poll;
json_t *waiting_json(unsigned call, const void *args, const struct thread *t,
                     const struct poll *polls);
/* To which ranks this rank has sent messages, and with which tags; NULL: there are too many to
 * tell. */
json_t *waiting_sent(void);
/* How many collective calls this rank has begun on each communicator, by its id. */
json_t *waiting_collectives(void);

#endif
