/* watch.h: the addresses at which accesses of the program matter. */
#ifndef FENCEPOST_WATCH_H
#define FENCEPOST_WATCH_H

#include "include/event.h"
#include "shelf.h"
#include "span.h"

/* This process's own accesses that are not over. */
struct in_use {
  struct shelf open[2]; /* reads, updates */
  struct shelf gone; /* those whose memory was freed: nothing is compared with them any more */
  struct shelf past; /* past_buffers.h */
  size_t past_buffers; /* without accesses of the program itself */
  size_t past_at;      /* their number when they are looked through next */
  uint64_t past_end;   /* when the last buffer among them was over */
  size_t past_over;    /* how many that were watched are being removed */
  struct span bytes;   /* bounds of all accesses in `open`, and of all that came into `past` */
  uint64_t grown;      /* how often bytes were added */
};

/* Adds an access of this process that lasts for some time. */
void open_add(struct check *c, struct access *a);
void open_remove(struct check *c, struct access *a);
/* A buffer is in use; or was, and other threads may not know that it is not any more. */
void watch_use(struct check *c, const struct access *a);
/* Some thread may still use the bytes that way, or take them for bytes in use. */
void watch_past(struct check *c, const struct access *a);
/* A buffer no longer is in use, or all threads know that. */
void watch_less(struct check *c);
/* These bytes became part of a buffer in use. */
void watch_more(struct check *c, const struct access *a, const struct event_run *run);
void watch_memory(struct check *c, int64_t lo, int64_t hi);
/* Is called when some memory no longer belongs to a window. */
void watch_renew(struct check *c);

#endif
