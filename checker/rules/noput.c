/* noput.c: MPI_MODE_NOPUT promises that no operation updates the window of the process that
 * gives it, until its next synchronisation call (section 11.5.5). */
#include "checker/core/state.h"
#include "checker/tell/claim.h"
#include "noput.h"

static void judge(struct check *c, const struct window *w, const struct site *update, int rank,
                  const struct site *promise) {
  if (!(promise->assertion & ASSERT_NOPUT))
    return;
  struct finding f = claim(NOPUT_VIOLATED, w, call_name(update->call), update->rank, rank,
                           call_name(promise->call));
  claim_site(&f, update->rank == c->rank ? w : NULL, update, ROLE_UPDATE);
  claim_site(&f, NULL, promise, ROLE_ASSERTION);
  claim_out(c, &f);
}

void noput_post(struct check *c, const struct window *w, const struct site *update,
                const struct post *post) {
  judge(c, w, update, post->site.rank, &post->site);
}

void noput_fence(struct check *c, const struct window *w, const struct site *update,
                 const struct entry *in) {
  judge(c, w, update, c->rank, &in->site);
}
