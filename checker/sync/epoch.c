/* epoch.c: what epochs of all kinds have in common. */
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "epoch.h"

/* Each call accepts only the assertions listed for it (section 11.5.5). */
void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal) {
  unsigned wrong = e->assertion & ~legal;
  if (!wrong)
    return;
  char list[128];
  struct site s = site_of(w, e);
  struct finding f =
      claim(ASSERT_INVALID, w, call_name(e->call), assertions_listed(wrong, list, sizeof list));
  claim_site(&f, w, &s, ROLE_ASSERTION);
  claim_out(c, &f);
}

/* The access epochs of one process on one window must not overlap (section 11.5). A fence epoch
 * counts only if it has an operation: any epoch may follow an empty one. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e) {
  struct site s = site_of(w, e);
  if (w->access != ACCESS_NONE) {
    struct finding f =
        claim(ACCESS_EPOCH_OVERLAP, w, call_name(e->call), call_name(w->access_site.call));
    claim_site(&f, w, &s, ROLE_SECOND_EPOCH);
    claim_site(&f, NULL, &w->access_site, ROLE_FIRST_EPOCH);
    claim_out(c, &f);
    return 1;
  }
  if (w->fence_ops) {
    struct finding f =
        claim(FENCE_EPOCH_OVERLAP, w, call_name(e->call), call_name(w->fence_op.call));
    claim_site(&f, w, &s, ROLE_SECOND_EPOCH);
    claim_site(&f, NULL, &w->fence_op, ROLE_IN_FENCE_EPOCH);
    claim_site(&f, NULL, fence_last(w), ROLE_FIRST_EPOCH);
    claim_out(c, &f);
    return 1;
  }
  return 0;
}

/* Checks the promise of MPI_MODE_NOSTORE (section 11.5.5). */
void epoch_nostore(struct check *c, struct window *w, const struct event *e) {
  if (!(e->assertion & ASSERT_NOSTORE) || !w->unsynchronised)
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(NOSTORE_VIOLATED, w, call_name(e->call), e->rank);
  claim_site(&f, w, &s, ROLE_ASSERTION);
  claim_site(&f, NULL, &w->update, ROLE_LOCAL_UPDATE);
  claim_out(c, &f);
}

void epoch_closed(struct window *w, const struct event *e) {
  w->closed_by = site_of(w, e);
  w->closed_by_set = 1;
}
