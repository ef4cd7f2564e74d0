/* epoch.c: what all kinds of epochs share. */
#include <stdio.h>
#include <string.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "epoch.h"

/* Section 11.5.5: each call accepts only the assertions listed for it. */
void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal) {
  static const struct {
    unsigned bit;
    const char *name;
  } names[] = {
      {ASSERT_NOCHECK, "MPI_MODE_NOCHECK"},     {ASSERT_NOSTORE, "MPI_MODE_NOSTORE"},
      {ASSERT_NOPUT, "MPI_MODE_NOPUT"},         {ASSERT_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
      {ASSERT_NOSUCCEED, "MPI_MODE_NOSUCCEED"}, {ASSERT_UNKNOWN, "an unknown bit"}};
  unsigned wrong = e->assertion & ~legal;
  if (!wrong)
    return;
  char list[128] = "";
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (wrong & names[i].bit)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "",
               names[i].name);
  struct site s = site_of(w, e);
  struct finding f =
      claim(SLUG_ASSERT_INVALID, w, "%s does not accept %s.", call_name(e->call), list);
  claim_site(&f, w, &s, "assertion given here");
  claim_out(c, &f);
}

/* Access epochs of one process on one window are disjoint (section 11.5). A fence epoch counts
 * only once an operation was issued in it: an empty one may be followed by any other. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e) {
  struct site s = site_of(w, e);
  if (w->access != ACCESS_NONE) {
    struct finding f = claim(SLUG_ACCESS_EPOCH_OVERLAP, w,
                             "%s is called while the access epoch that %s opened is open.",
                             call_name(e->call), call_name(w->access_site.call));
    claim_site(&f, w, &s, "second epoch opened here");
    claim_site(&f, NULL, &w->access_site, "first epoch opened here");
    claim_out(c, &f);
    return 1;
  }
  if (w->fence_ops) {
    struct finding f = claim(SLUG_ACCESS_EPOCH_OVERLAP, w,
                             "%s is called in a fence epoch: %s was issued after the last "
                             "MPI_Win_fence and no fence has completed it.",
                             call_name(e->call), call_name(w->fence_op.call));
    claim_site(&f, w, &s, "second epoch opened here");
    claim_site(&f, NULL, &w->fence_op, "operation in the fence epoch");
    claim_site(&f, NULL, fence_last(w), "first epoch opened here");
    claim_out(c, &f);
    return 1;
  }
  return 0;
}

/* Of MPI_MODE_NOSTORE (section 11.5.5). */
void epoch_nostore(struct check *c, struct window *w, const struct event *e) {
  if (!(e->assertion & ASSERT_NOSTORE) || !w->unsynchronised)
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(SLUG_NOSTORE_VIOLATED, w,
                           "%s asserts MPI_MODE_NOSTORE, but rank %d has updated its window "
                           "since its last synchronisation call.",
                           call_name(e->call), e->rank);
  claim_site(&f, w, &s, "assertion given here");
  claim_site(&f, NULL, &w->update, "local update");
  claim_out(c, &f);
}

void epoch_closed(struct window *w, const struct event *e) {
  w->closed_by = site_of(w, e);
  w->closed_by_set = 1;
}
