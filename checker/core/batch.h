/* batch.h: joins operations before they are told. Operations that one line of the program makes
 * on one target, each right after the bytes of the one before, with nothing else in between,
 * are told as one. The last one is kept back to see whether the next one continues it. */
#ifndef FENCEPOST_BATCH_H
#define FENCEPOST_BATCH_H

#include "include/event.h"
#include "peer.h"

struct window;

struct batch {
  int32_t rank; /* rank that the kept-back operation is to be told to; -1: none is kept back */
  int tainted;
  struct event event;
  struct moment moment; /* holds the clock */
  int64_t each, end;    /* size of each operation; offset of the first byte after the last */
  uint64_t seq;         /* of the last */
};

void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e);
void batch_send(struct check *c);
void batch_drop(struct check *c);
/* Returns 0 if that operation is not kept back. */
int batch_undo(struct check *c, uint64_t seq);

#endif
