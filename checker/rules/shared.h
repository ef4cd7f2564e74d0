/* shared.h: loads and stores of memory that several processes share */
#ifndef FENCEPOST_SHARED_H
#define FENCEPOST_SHARED_H

#include <stdint.h>

struct access;
struct check;
struct event;
struct event_run;
struct window;

struct shared_memory {
  uint64_t told;             /* accesses that others were told of */
  struct event_run *clipped; /* scratch of shared.c */
  int clipped_room;
};

void shared_map(struct check *c, struct window *w, const struct event *e);
void shared_begin(struct check *c, struct access *a, int over);
void shared_end(struct check *c, struct access *a, int over); /* else it never was */
void shared_ready(struct check *c, struct window *w);         /* the window is made */
/* What of an access lies in the first `size` bytes; NULL: nothing. The other is freed. */
struct access *shared_clip(struct check *c, struct access *a, int64_t size);
void shared_drop(struct check *c, struct window *w);
/* By which processes order themselves, or with one of those. */
#define PROGRAM_ORDERS (PROGRAM_ATOMIC | PROGRAM_POLLS | PROGRAM_ORDERED)
/* Where not all such may be known: of a loop that waits, the look that found its value at once
 * is like any other load. */
#define PROGRAM_HIDES (PROGRAM_HIDDEN | PROGRAM_POLLS)
/* Notes it of the windows that the access meets; whether it is such an access to shared memory.
 */
int shared_order(struct check *c, const struct access *a);
void shared_clear(struct check *c);
void shared_freed(struct check *c, const struct access *a);

#endif
