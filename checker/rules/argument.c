/* argument.c: arguments that the library will refuse. The finding is made before the call,
 * since many libraries end the program. */
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"

static struct finding verdict(const struct event *e, const struct window *w) {
  const char *call = call_name(e->call);
  long long value = e->u.argument.value;
  switch (e->u.argument.what) {
  case ARGUMENT_WIN:
    return claim(WIN_NULL, w, call);
  case ARGUMENT_RANK:
    return claim(TARGET_RANK_INVALID, w, call, value, w ? w->count : 0);
  case ARGUMENT_COUNT:
    return claim(COUNT_NEGATIVE, w, call, value);
  case ARGUMENT_TYPE:
    return claim(TYPE_NULL, w, call);
  case ARGUMENT_LOCK_TYPE:
    return claim(LOCK_TYPE_INVALID, w, call, value);
  case ARGUMENT_SIZE:
    return claim(SIZE_NEGATIVE, w, call, value);
  case ARGUMENT_DISP_UNIT:
    return claim(DISP_UNIT_INVALID, w, call, value);
  default:
    return claim(BASE_NULL, w, call, value);
  }
}

void argument_feed(struct check *c, const struct event *e) {
  if (e->rank != c->rank || e->u.argument.what > ARGUMENT_BASE)
    return;
  const struct window *w = window_find(c, e->win);
  struct site s = site_of(NULL, e);
  struct finding f = verdict(e, w);
  claim_site(&f, w, &s, ROLE_ARGUMENT);
  claim_out(c, &f);
}
