/* memory_freed.c: memory that is freed while windows have it. */
#include "checker/core/memory.h"
#include "checker/core/state.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "memory_freed.h"

struct window_freeing {
  struct check *c;
  const struct event *e;
  struct span bytes;
  struct window *left; /* what is there from now on has nothing to do with it */
};

static struct finding verdict(const struct window *w, const char *call) {
  return w->flavor == FLAVOR_DYNAMIC  ? claim(ATTACHED_MEMORY_FREED, w, call)
         : w->flavor == FLAVOR_CREATE ? claim(WINDOW_MEMORY_FREED, w, call)
                                      : claim(ALLOCATED_MEMORY_FREED, w, call);
}

/* The function had been left by the call of `e`; or its thread has ended. */
static struct finding left(const struct window *w, const struct event *e) {
  struct site s = site_of(NULL, e);
  struct finding f = w->flavor == FLAVOR_DYNAMIC ? claim(FUNCTION_LEFT_ATTACHED, w)
                                                 : claim(FUNCTION_LEFT_WINDOW, w);
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  if (s.stack)
    claim_site(&f, NULL, &s, ROLE_FUNCTION_LEFT);
  return f;
}

static struct finding freed(const struct window *w, const struct event *e) {
  struct site s = site_of(NULL, e);
  struct finding f = verdict(w, call_name(e->call));
  claim_site(&f, NULL, &s, ROLE_FREED);
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  return f;
}

static int say_freed(void *context, const struct place *p) {
  struct window_freeing *f = context;
  struct window *w = p->w;
  if (w->freed || w->memory_freed)
    return 0;
  w->memory_freed = 1;
  int64_t lo = p->lo > f->bytes.lo ? p->lo : f->bytes.lo;
  int64_t hi = p->hi < f->bytes.hi ? p->hi : f->bytes.hi;
  int64_t from = w->flavor == FLAVOR_DYNAMIC ? 0 : p->lo;
  struct finding found = (f->e->flag ? left : freed)(w, f->e);
  claim_memory(&found, w, p->index, lo - from, hi - from);
  claim_out(f->c, &found);
  if (f->e->flag && w->flavor == FLAVOR_CREATE)
    f->left = w;
  return f->left != NULL;
}

void memory_freed(struct check *c, const struct event *e) {
  struct window_freeing f = {c, e, region_span(&e->u.region), NULL};
  do {
    f.left = NULL;
    place_each(&c->memory.own, f.bytes.lo, f.bytes.hi, &f, say_freed);
    if (f.left) {
      memory_remove(c, f.left);
      watch_renew(c);
    }
  } while (f.left);
  place_each(&c->memory.mapped, f.bytes.lo, f.bytes.hi, &f, say_freed);
}
