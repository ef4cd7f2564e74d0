/* memory.h: which memory of this process belongs to windows */
#ifndef FENCEPOST_MEMORY_H
#define FENCEPOST_MEMORY_H

#include "interval_tree.h"
#include "span.h"

struct access;
struct event_region;

struct memory {
  struct places own;    /* of all windows; */
  struct places mapped; /* memory of other processes that is mapped into this one */
  struct window **met;  /* of memory_windows */
  int met_room;
  int overlapping; /* some memory belonged to two windows at the same time */
};

int memory_holds(const struct check *c, int64_t lo, int64_t hi); /* some of it */
/* The window has that memory from now on. Notes which other windows have it, too. */
void memory_add(struct check *c, struct window *own, int64_t lo, int64_t hi);
/* Removes all memory of the window, if it has any. */
void memory_remove(struct check *c, struct window *w);
/* Returns whether the access meets memory that the window has, or had before it was freed. */
int window_met(const struct window *w, const struct access *a);
int window_meets(const struct window *w, const struct access *a); /* some byte of it */
int memory_meets(const struct check *c, const struct access *a);
/* Writes the windows whose memory the access touches into c->memory.met (the next call
 * overwrites it); returns their number. */
int memory_windows(struct check *c, const struct access *a);
void memory_clear(struct check *c);
struct span region_span(const struct event_region *r);
struct span window_span(const struct window *w);
int shared_meets(const struct check *c, int64_t lo, int64_t hi); /* memory of others */

#endif
