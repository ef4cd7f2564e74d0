/* batch.h: operations of one line of the program on one target, each on the bytes after those
 * of the one before, with nothing else done in between, are told as one. The last is kept back
 * to see whether the next goes with it. */
#ifndef FENCEPOST_BATCH_H
#define FENCEPOST_BATCH_H

#include "include/event.h"
#include "peer.h"

struct window;

struct batch {
  int32_t rank; /* that is told; -1: none is kept back */
  int tainted;
  struct event event;
  struct moment moment; /* holds the clock */
  int64_t each, end;    /* bytes of each; offset of the first byte after them */
  uint64_t seq;         /* of the last */
};

void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e);
void batch_send(struct check *c);
void batch_drop(struct check *c);
int batch_undo(struct check *c, uint64_t seq); /* 0: that operation is not kept back */

#endif
