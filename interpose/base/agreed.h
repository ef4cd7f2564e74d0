/* agreed.h: the part that each communicator, window and file has for the collective calls on it
 * (agreement.h). */
#ifndef FENCEPOST_AGREED_H
#define FENCEPOST_AGREED_H

#include <stdint.h>

struct agreement_log;

struct agreed {
  struct agreement_log *log; /* the calls; NULL before the first one, or without room for it */
  uint64_t id;               /* all its processes know it by this */
  uint64_t calls;            /* how many calls there were, with or without a log */
  int32_t size;              /* how many processes */
  int32_t named;             /* how many calls named others of its processes (coll_promise.c) */
};

#endif
