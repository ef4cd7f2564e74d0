/* watch.h: where accesses of the program matter */
#ifndef FENCEPOST_WATCH_H
#define FENCEPOST_WATCH_H

#include "access.h"

void open_add(struct check *c, struct access *a); /* an access of this process that lasts */
void open_remove(struct check *c, struct access *a);
void watch_access(struct check *c, const struct access *a);
void watch_memory(struct check *c, int64_t lo, int64_t hi);
void watch_renew(struct check *c); /* some memory is no window's any more */

#endif
