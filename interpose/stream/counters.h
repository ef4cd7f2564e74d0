/* counters.h: how many messages this process has sent to each rank under each key (edge.h), and
 * how many collective calls it has made on each communicator without telling anybody
 * (dormant.h).
 *
 * A hash table of 24 bytes for each counter, at most three quarters full: 32 to 64 bytes for
 * each tag ever used, never freed. Threads in MPI calls may share it. */
#ifndef FENCEPOST_COUNTERS_H
#define FENCEPOST_COUNTERS_H

#include <stdint.h>
#include "include/event.h"
#include "interpose/base/internal.h"

#define COUNTER_ALL (-1) /* in place of a rank: the counter is the same for all ranks */

/* Counts, and returns how often it was called with these arguments before. */
uint64_t counters_next(int32_t rank, uint64_t key);
/* Where that is counted, as long as counters_moves is the same; NULL when memory runs out. */
uint64_t *counters_place(int32_t rank, uint64_t key);
extern INTERNAL uint64_t counters_moves;
/* The same without counting. */
uint64_t counters_get(int32_t rank, uint64_t key);
void counters_set(int32_t rank, uint64_t key, uint64_t count);
/* Calls `each` for each (rank, key) that was counted, as one number (name_of_sends).
 * COUNTER_ALL is left out. */
void counters_each(void *context, void (*each)(void *context, uint64_t name));
/* Nobody was told of anything that was counted so far. */
void counters_untold(void);
/* Returns the counters that nobody was told of, for a rank and for all, newly allocated; NULL
 * when memory runs out. */
struct event_counted *counters_of(int32_t rank, int32_t *n);

#endif
