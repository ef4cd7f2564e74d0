/* retire.h: past accesses are forgotten when nothing that may still come can be in conflict
 * with them, when their memory belongs to no window any more, or when they are too many. */
#ifndef FENCEPOST_RETIRE_H
#define FENCEPOST_RETIRE_H

#include <stddef.h>
#include <stdint.h>

struct access;
struct check;
struct window;

struct retiring {
  uint64_t most_bytes; /* most bytes of past accesses to keep; 0: no bound */
  size_t at;           /* number of accesses at which it next looks for some to drop */
};

/* Is called now and then: drops what nothing can conflict with. */
void shelf_retire(struct check *c);
/* `before` is on a shelf; `later` is of its rank and kind and belongs there, too. Returns
 * whether whatever may still come, and is in conflict with `before`, is in conflict with
 * `later` as well: then `later` can take its place. Constant time. */
int shelf_succeeds(const struct check *c, const struct access *before,
                   const struct access *later);
void shelf_forget(struct check *c, const struct window *freed);

#endif
