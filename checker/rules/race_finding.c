/* race_finding.c: makes a finding of two accesses that nothing orders, or counts it with an
 * earlier one. */
#include "checker/core/access.h"
#include "checker/tell/claim.h"
#include "atomic.h"
#include "race_finding.h"
#include "checker/tell/explain.h"
#include "checker/tell/told.h"

int race_finding_doubtful(const struct access *a) {
  return a->tainted | (a->polled ? TAINTED_BY_VALUE : 0);
}

static void tell(struct check *c, struct window *w, enum slug slug, struct access *first,
                 struct access *second, int64_t lo, int64_t hi, int only_separate,
                 int doubtful) {
  struct told *told = told_get(c, slug, w, first, second);
  if (told_enough(told, doubtful))
    return;
  struct finding f = claim_conflict(slug, w);
  if (!doubtful && told_claimed(told)) {
    told_claim(told);
    claim_site(&f, NULL, &first->site, ROLE_NONE);
    claim_site(&f, NULL, &second->site, ROLE_NONE);
    claim_out(c, &f);
    return;
  }
  explain(c, &f, w, first, second, lo, hi, only_separate);
  if (doubtful) {
    atomic_suspect(c, told, &f, first, second);
    return;
  }
  told_claim(told);
  claim_out(c, &f);
}

static int either_doubtful(const struct access *a, const struct access *b) {
  return race_finding_doubtful(a) | race_finding_doubtful(b);
}

void race_finding_tell(struct check *c, struct window *w, enum slug slug, struct access *first,
                       struct access *second, int64_t lo, int64_t hi, int only_separate) {
  tell(c, w, slug, first, second, lo, hi, only_separate,
       told_doubtful(c, only_separate ? SLUG_SEPARATE_RACE : slug,
                     either_doubtful(first, second)));
}

void race_finding_of_threads(struct check *c, struct window *w, struct access *first,
                             struct access *second, int64_t lo, int64_t hi) {
  tell(c, w, SLUG_BUFFER_RACE, first, second, lo, hi, 0,
       check_tainted(c, either_doubtful(first, second)));
}
