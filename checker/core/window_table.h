/* window_table.h: windows by their ids, who is who in their groups, and places in the program.
 */
#ifndef FENCEPOST_WINDOW_TABLE_H
#define FENCEPOST_WINDOW_TABLE_H

#include "state.h"

struct site site_of(const struct window *w, const struct event *e);
/* There are more ranks than before: what depends on that. */
void window_table_grew(struct check *c);
struct window *window_find(const struct check *c, uint64_t id);
int32_t window_rank(const struct window *w, int32_t index); /* world rank or -1 */
struct event_member window_member(const struct window *w, int32_t index);
struct event_member window_own(const struct window *w);
struct lock *passive_lock(const struct window *w, int32_t index); /* held or extra */
const struct site *fence_last(const struct window *w);   /* the last one left; there was one */
struct pair *pair_find(struct window *w, int32_t index); /* NULL: there is none yet */
struct pair *pair_get(struct check *c, struct window *w, int32_t index);
int pair_started(const struct window *w, int32_t index); /* in the open MPI_Win_start's group */

#endif
