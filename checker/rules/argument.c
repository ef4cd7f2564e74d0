/* argument.c: arguments that a library refuses, often by ending the program: said before. */
#include <stdio.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"

void argument_feed(struct check *c, const struct event *e) {
  static const enum slug slugs[] = {[ARGUMENT_WIN] = SLUG_WIN_NULL,
                                    [ARGUMENT_RANK] = SLUG_TARGET_RANK_INVALID,
                                    [ARGUMENT_COUNT] = SLUG_COUNT_NEGATIVE,
                                    [ARGUMENT_TYPE] = SLUG_TYPE_NULL,
                                    [ARGUMENT_LOCK_TYPE] = SLUG_LOCK_TYPE_INVALID,
                                    [ARGUMENT_SIZE] = SLUG_SIZE_NEGATIVE,
                                    [ARGUMENT_DISP_UNIT] = SLUG_DISP_UNIT_INVALID,
                                    [ARGUMENT_BASE] = SLUG_BASE_NULL};
  static const char *const said[] = {
      [ARGUMENT_WIN] = "%s is called on MPI_WIN_NULL.",
      [ARGUMENT_RANK] = "%s is given the target rank %lld, but the window has %d processes.",
      [ARGUMENT_COUNT] = "%s is given a count of %lld.",
      [ARGUMENT_TYPE] = "%s is given MPI_DATATYPE_NULL.",
      [ARGUMENT_LOCK_TYPE] = "%s is given the lock type %lld.",
      [ARGUMENT_SIZE] = "%s is given a size of %lld bytes.",
      [ARGUMENT_DISP_UNIT] = "%s is given a displacement unit of %lld bytes.",
      [ARGUMENT_BASE] = "%s is given a null pointer as the base of %lld bytes."};
  unsigned what = e->u.argument.what;
  if (e->rank != c->rank || what >= sizeof slugs / sizeof *slugs)
    return;
  struct window *w = window_find(c, e->win);
  struct site s = site_of(NULL, e);
  struct finding f = claim(slugs[what], w, "%s", "");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(f.message, sizeof f.message, said[what], call_name(e->call),
           (long long)e->u.argument.value, w ? w->count : 0);
#pragma GCC diagnostic pop
  claim_site(&f, w, &s, "call with the argument");
  claim_out(c, &f);
}
