/* memory_freed.c: memory that is freed while windows have it. */
#include "checker/core/memory.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "memory_freed.h"

struct window_freeing {
  struct check *c;
  const struct event *e;
  struct span bytes;
};

static struct finding verdict(const struct window *w, const char *call) {
  return w->flavor == FLAVOR_DYNAMIC  ? claim(ATTACHED_MEMORY_FREED, w, call)
         : w->flavor == FLAVOR_CREATE ? claim(WINDOW_MEMORY_FREED, w, call)
                                      : claim(ALLOCATED_MEMORY_FREED, w, call);
}

static int say_freed(void *context, const struct place *p) {
  const struct window_freeing *f = context;
  struct window *w = p->w;
  if (w->freed || w->memory_freed)
    return 0;
  w->memory_freed = 1;
  int64_t lo = p->lo > f->bytes.lo ? p->lo : f->bytes.lo;
  int64_t hi = p->hi < f->bytes.hi ? p->hi : f->bytes.hi;
  int64_t from = w->flavor == FLAVOR_DYNAMIC ? 0 : (int64_t)w->base;
  struct site s = site_of(NULL, f->e);
  struct finding found = verdict(w, call_name(f->e->call));
  claim_site(&found, NULL, &s, ROLE_FREED);
  claim_site(&found, NULL, &w->created, ROLE_WINDOW_CREATED);
  claim_memory(&found, w, w->me, lo - from, hi - from);
  claim_out(f->c, &found);
  return 0;
}

void memory_freed(struct check *c, const struct event *e) {
  struct window_freeing f = {c, e, region_span(&e->u.region)};
  place_each(&c->memory.own, f.bytes.lo, f.bytes.hi, &f, say_freed);
}
