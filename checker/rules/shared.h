/* shared.h: loads and stores to memory that several processes share. */
#ifndef FENCEPOST_SHARED_H
#define FENCEPOST_SHARED_H

#include <stdint.h>

struct access;
struct check;
struct event;
struct event_run;
struct window;

struct shared_memory {
  uint64_t told;             /* number of accesses that others were told of */
  struct event_run *clipped; /* scratch memory of shared.c */
  int clipped_room;
};

void shared_map(struct check *c, struct window *w, const struct event *e);
void shared_begin(struct check *c, struct access *a, int over);
void shared_end(struct check *c, struct access *a, int over); /* else it never was */
void shared_ready(struct check *c, struct window *w);         /* the window is made */
/* Returns what of an access lies in the first `size` bytes; NULL: nothing. Frees `a` if it
 * returns another one. */
struct access *shared_clip(struct check *c, struct access *a, int64_t size);
/* The window is freed. w->maps stays: what is used later may have been there. */
void shared_drop(struct check *c, struct window *w);
/* Accesses by which processes order themselves, and accesses near one of those. */
#define PROGRAM_ORDERS (PROGRAM_ATOMIC | PROGRAM_POLLS | PROGRAM_ORDERED)
/* Whether some such accesses may have been missed. Where a loop waits by plain loads, the look
 * of another one that found its value at once cannot be told from any other load. */
static inline int program_hides(unsigned program) {
  return program & PROGRAM_HIDDEN ||
         (program & (PROGRAM_POLLS | PROGRAM_ATOMIC)) == PROGRAM_POLLS;
}
/* Marks the windows whose memory the access meets. Returns whether it is such an access, to
 * shared memory. */
int shared_order(struct check *c, const struct access *a);
void shared_clear(struct check *c);
void shared_freed(struct check *c, const struct access *a);

#endif
