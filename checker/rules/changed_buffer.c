/* changed_buffer.c: a buffer that MPI reads until an operation is complete has other values
 * than when the operation began. Some store of the program did it, but nobody saw the store.
 * Stores that were seen, and MPI calls that write there, become other findings. */
#include "checker/core/access.h"
#include "checker/core/memory.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "changed_buffer.h"

struct changed_look {
  struct check *c;
  const struct access *a;
  uint64_t since;
  struct access *exactly, *joined;
};

static void look(void *context, struct access *b) {
  struct changed_look *l = context;
  int64_t lo, hi;
  if (b->update || b->last_seq < l->since || b->site.seq > l->since ||
      !access_meets(l->a, b, &lo, &hi))
    return;
  if (b->site.seq == l->since)
    l->exactly = b;
  else
    l->joined = b;
}

static void say(struct check *c, const struct access *a, const struct access *b) {
  struct finding f = claim(BUFFER_CHANGED, b->win ? window_find(c, b->win) : NULL, c->rank,
                           call_name(b->site.call), call_name(a->site.call));
  claim_site(&f, NULL, &b->site, ROLE_BUFFER_IN_USE);
  claim_site(&f, NULL, &a->site, ROLE_FOUND_CHANGED);
  claim_out(c, &f);
}

/* Other ranks may rightly change a buffer that lies in a window. The checks of windows report
 * wrong changes there. */
void changed(struct check *c, const struct access *a, uint64_t since) {
  struct changed_look l = {c, a, since, NULL, NULL};
  if (memory_holds(c, a->lo, a->hi) || shared_meets(c, a->lo, a->hi))
    return;
  shelf_each(&c->in_use.open[0], a->lo, a->hi, &l, look);
  struct access *b = l.exactly ? l.exactly : l.joined;
  if (!b || b->stored)
    return;
  b->stored = 1;
  say(c, a, b);
}
