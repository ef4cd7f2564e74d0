/* runs.h: sets of bytes as strided runs (struct event_run), kept few.
 *
 * Runs are added in any order and may repeat bytes; `runs_pack` sorts and joins them, in time
 * near linear in their number. So a datatype of many regular blocks becomes a run or two. More
 * than RUNS_MOST runs after that: `many` is set and there are none. */
#ifndef FENCEPOST_RUNS_H
#define FENCEPOST_RUNS_H

#include <stdint.h>
#include "include/event.h"

#define RUNS_MOST 65536

struct runs {
  struct event_run *run; /* length > 0; stride > 0 where count > 1 */
  int32_t count, room;
  uint8_t many;
  uint8_t twice; /* a byte was added several times, and is kept once */
  int64_t bytes; /* bytes added so far; a byte counts as often as it was added */
};

/* Returns the place after the last byte. */
static inline int64_t run_end(const struct event_run *r) {
  return r->lo + (r->count - 1) * r->stride + r->length;
}

void runs_clear(struct runs *r);
void runs_drop(struct runs *r);
void runs_block(struct runs *r, int64_t lo, int64_t length);
void runs_add(struct runs *r, struct event_run run);
/* Adds `n` times the contents of `from`, first moved by `at`, then by `step` (of any sign) each
 * time. */
void runs_repeat(struct runs *r, const struct runs *from, int64_t at, int64_t n, int64_t step);
void runs_pack(struct runs *r);
/* Returns whether a byte occurs twice; 0 also if it would take too long to tell. */
int runs_overlap(const struct runs *packed);
/* Returns whether some byte of `a` is one of `b`; 0 also if it would take too long to tell. */
int runs_meet(const struct event_run *a, int32_t na, const struct event_run *b, int32_t nb);

#endif
