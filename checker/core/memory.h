/* memory.h: which memory of this process belongs to windows */
#ifndef FENCEPOST_MEMORY_H
#define FENCEPOST_MEMORY_H

#include "interval_tree.h"
#include "span.h"

struct access;
struct event_region;

struct memory {
  struct places own;    /* of all windows; */
  struct places mapped; /* memory of others that this process has */
  struct window **met;  /* of memory_windows */
  int met_room;
  int overlapping; /* some memory was in two windows at once */
};

int region_place(const struct window *w, uint64_t base); /* the first at `base` or above */
int memory_holds(const struct check *c, int64_t lo, int64_t hi); /* some of it */
/* The window has memory there from now on; notes which other windows have it, too. */
void memory_add(struct check *c, struct window *own, int64_t lo, int64_t hi);
void memory_remove(struct check *c, struct window *w); /* all it has; it had some or not */
int window_met(const struct window *w,
               const struct access *a); /* ... or did, before it was freed */
int window_meets(const struct window *w, const struct access *a); /* some byte of it */
int memory_meets(const struct check *c, const struct access *a);
/* The windows that an access meets, into c->memory.met, which the next call changes; returns
 * their number. */
int memory_windows(struct check *c, const struct access *a);
void memory_clear(struct check *c);
struct span region_span(const struct event_region *r);
struct span window_span(const struct window *w);
int shared_meets(const struct check *c, int64_t lo, int64_t hi); /* memory of others */

#endif
