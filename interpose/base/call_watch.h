/* call_watch.h: what few programs need before and after each MPI call. Bits, so that the
 * wrappers ask for all of it at once. Set while one thread runs; cleared at any time. */
#ifndef FENCEPOST_CALL_WATCH_H
#define FENCEPOST_CALL_WATCH_H

#include "internal.h"

enum {
  WATCH_MISPLACED = 1, /* before: calls that are not allowed now (misplaced.h) */
  WATCH_DOOR = 2,      /* before and after: door.h */
  WATCH_GREQ = 4       /* after: there are generalized requests */
};
extern INTERNAL int watch_before, watch_after;

#endif
