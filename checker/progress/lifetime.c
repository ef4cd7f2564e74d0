/* lifetime.c: calls before MPI_Init and after MPI_Finalize, MPI_Init called again, and
 * processes that end without MPI_Finalize (section 8.7). */
#include <stdlib.h>

#include "checker/tell/sentence.h"
#include "include/call.h"
#include "progress_state.h"

enum { MISPLACED_CALLS = 64 };

struct misplaced {
  int count;
  struct event call[MISPLACED_CALLS];
};

void misplaced_feed(struct progress *p, const struct event *e) {
  if (!p->misplaced)
    p->misplaced = calloc(1, sizeof *p->misplaced);
  if (p->misplaced && p->misplaced->count < MISPLACED_CALLS)
    p->misplaced->call[p->misplaced->count++] = *e;
}

static void tell(struct progress *p, const struct event *e) {
  static const enum slug slugs[] = {[MISPLACED_BEFORE] = SLUG_CALL_BEFORE_INIT,
                                    [MISPLACED_AFTER] = SLUG_CALL_AFTER_FINALIZE,
                                    [MISPLACED_AGAIN] = SLUG_INIT_TWICE,
                                    [MISPLACED_NEVER] = SLUG_FINALIZE_MISSING};
  unsigned when = e->u.misplaced.when;
  const char *call = call_name(e->call);
  struct sentence text = {0};
  if (when == MISPLACED_BEFORE)
    sentence_add(&text, CALLED_BEFORE_INIT, e->rank, call);
  else if (when == MISPLACED_AFTER)
    sentence_add(&text, CALLED_AFTER_FINALIZE, e->rank, call);
  else if (when == MISPLACED_AGAIN)
    sentence_add(&text, INITIALISED_AGAIN, e->rank, call);
  else
    sentence_add(&text, NEVER_FINALISED, e->rank);
  enum location_role role = when == MISPLACED_NEVER ? ROLE_INITIALISED : ROLE_CALLED;
  struct progress_finding f = {
      .slug = slugs[when],
      .rank = e->rank,
      .message = text.text,
      .places = 1,
      .place = {{e->rank, e->thread, e->stack, e->call, role_text(role), ""}}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

void misplaced_judge(struct progress *p) {
  for (int i = 0; p->misplaced && i < p->misplaced->count; i++)
    tell(p, &p->misplaced->call[i]);
}

void misplaced_free(struct progress *p) {
  free(p->misplaced);
}
