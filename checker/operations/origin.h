/* origin.h: an operation at its origin. */
#ifndef FENCEPOST_ORIGIN_H
#define FENCEPOST_ORIGIN_H

#include "checker/core/state.h"

void issue(struct check *c, struct window *w, const struct event *e);
/* The target is told of an operation that was kept back (await.h). */
void issue_tell(struct check *c, struct window *w, const struct event *told);
/* The value of an operation of the thread, by which nobody hears anything of this process. */
void issue_unheard(struct check *c, struct window *w, const struct event *value);
void issue_undo(struct check *c, struct window *w, const struct event *e, uint64_t seq);
/* Remotely; -1: all. `flush`: of several threads, only what the current one knows of. `when`:
 * as event_value.when. */
void issue_done(struct check *c, struct window *w, int32_t index, int flush, uint64_t when);
/* What a get under a lock has read is known now. */
void issue_read(struct check *c, struct window *w, const struct event *e);
void issue_done_locally(struct check *c, struct window *w, int32_t index, int flush);
void issue_attach(struct window *w, struct request *r, int32_t target, uint64_t seq);
void issue_request(struct check *c, struct request *r); /* was completed */
void issue_lost(struct check *c, struct request *r);
void issue_ended(struct check *c, struct window *w); /* MPI_Win_complete was called */
void issue_drop(struct check *c, struct pair *p);
void issue_completed(struct check *c, struct window *w); /* and has returned */

#endif
