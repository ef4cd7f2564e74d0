/* watch.h: where accesses of the program matter */
#ifndef FENCEPOST_WATCH_H
#define FENCEPOST_WATCH_H

#include "shelf.h"
#include "span.h"

/* Own accesses that are not over. */
struct in_use {
  struct shelf open[2]; /* reads, updates */
  struct shelf gone;    /* the same whose memory is gone: nothing meets them */
  struct span bytes;    /* all of `open` lie there */
};

void open_add(struct check *c, struct access *a); /* an access of this process that lasts */
void open_remove(struct check *c, struct access *a);
void watch_access(struct check *c, const struct access *a);
void watch_memory(struct check *c, int64_t lo, int64_t hi);
void watch_renew(struct check *c); /* some memory is no window's any more */

#endif
